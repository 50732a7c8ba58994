// The schema half of the operators that resize images.
#pragma once

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// The schema: X [N, C, H, W] becomes Out [N, C, OH, OW], of the same type.
class InterpolateOp final : public framework::OpSchema {
 public:
  // Takes the new sizes from out_h and out_w, or from scale. Throws
  // InvalidArgument unless exactly one of the two is given, and for empty
  // images.
  void InferShape(framework::InferShapeContext* ctx) const override;
};

// Declares what all operators that resize have; a derived maker adds
// align_corners, if it has it, and the formula.
class InterpolateOpMakerBase : public framework::OpMaker {
 protected:
  // Declares X, Out, out_h, out_w and scale.
  void AddSizes();
};

// The schema of the gradient, which reads no element of X or Out: only the dims
// of X@GRAD count.
class InterpolateGradOp final : public framework::GradOpSchema {
 public:
  InterpolateGradOp() : GradOpSchema({}) {}
};

}  // namespace paddle::operators
