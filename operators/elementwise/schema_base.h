// The schemas of elementwise arithmetic.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"

namespace paddle::operators {

// Infers the shape to which X and Y, aligned by the attribute `axis`,
// broadcast, and X's data type. Throws InvalidArgument if they do not broadcast
// or are of two data types.
class ElementwiseOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// Declares X, Y, Out and the attribute `axis`, and writes the documentation.
// Out may reuse the memory of X, which the executor does if the sizes agree.
class ElementwiseOpMaker : public framework::OpMaker {
 public:
  // `formula` is an expression such as "X + Y"; `note` has sentences on special
  // cases; `errors` are those beside the ones of shapes and data types.
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

// The gradients of sums and differences, which read the shapes of X and Y only.
// X@GRAD is Out@GRAD itself unless X was broadcast, and may have its memory.
class ElementwiseLinearGradOp : public framework::GradOpSchema {
 public:
  ElementwiseLinearGradOp() : GradOpSchema({}) {
    MayReuse("X@GRAD", "Out@GRAD");
  }
};

// The gradients of all others, which read both operands. X@GRAD may not have
// the memory of Out@GRAD, which the gradient of Y still reads.
class ElementwiseProductGradOp : public framework::GradOpSchema {
 public:
  ElementwiseProductGradOp() : GradOpSchema({"X", "Y"}) {}
};

}  // namespace paddle::operators

// Say that a function of two tensors is elementwise, and that the two gradients
// are, where operands have one shape.
#define REGISTER_BROADCAST(type) \
  REGISTER_ELEMENTWISE(type, {"Out", {"X", "Y"}, /*broadcasts=*/true})
#define REGISTER_LINEAR_GRADIENTS(type) \
  REGISTER_ELEMENTWISE(type, {"X@GRAD", {"Out@GRAD"}}, {"Y@GRAD", {"Out@GRAD"}})
#define REGISTER_PRODUCT_GRADIENTS(type)                         \
  REGISTER_ELEMENTWISE(type, {"X@GRAD", {"Out@GRAD", "X", "Y"}}, \
                       {"Y@GRAD", {"Out@GRAD", "X", "Y"}})
