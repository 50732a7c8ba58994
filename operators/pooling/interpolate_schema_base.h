// The schema half of the operators that resize images.
#pragma once

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// X [N, C, H, W] becomes Out [N, C, OH, OW].
class InterpolateOp final : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override;
};

class InterpolateOpMakerBase : public framework::OpMaker {
 protected:
  // The input, the output, and the attributes of the size.
  void AddSizes();
};

class InterpolateGradOp final : public framework::GradOpSchema {
 public:
  InterpolateGradOp() : GradOpSchema({}) {}
};

}  // namespace paddle::operators
