// The schema half that all elementwise arithmetic shares.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

class ElementwiseOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

class ElementwiseOpMaker : public framework::OpMaker {
 public:
  // `formula` such as "X + Y"; `note`: sentences on what is special; `errors`:
  // beside those of shapes and data types.
  ElementwiseOpMaker(std::string formula, std::string note,
                     std::string errors = "")
      : formula_(std::move(formula)),
        note_(std::move(note)),
        errors_(std::move(errors)) {}
  void Make() override;

 private:
  const std::string formula_;
  const std::string note_;
  const std::string errors_;
};

// The gradients of sums and differences read shapes only; that of X, unless it
// was broadcast, is Out@GRAD itself.
class ElementwiseLinearGradOp : public framework::GradOpSchema {
 public:
  ElementwiseLinearGradOp() : GradOpSchema({}) {
    MayReuse("X@GRAD", "Out@GRAD");
  }
};

// Those of all others read both operands.
class ElementwiseProductGradOp : public framework::GradOpSchema {
 public:
  ElementwiseProductGradOp() : GradOpSchema({"X", "Y"}) {}
};

}  // namespace paddle::operators
