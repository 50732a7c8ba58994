// The schemas that tril and triu share.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/same_op_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// Infers that Out has the shape of X, which may have batch axes before its rows
// and columns. Throws InvalidArgument for an X of fewer than two axes.
class TriangleOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const framework::Dims x = context->InputDims("X");
    PADDLE_ENFORCE(x.rank() >= 2, InvalidArgument, "X of ", context->op_type(),
                   " holds matrices, which ", x.ToString(), " does not");
    context->ShareShape("X", "Out");
  }
};

// Declares X, Out and `diagonal`.
class TriangleOpMaker : public framework::OpMaker {
 public:
  // `relation` is that of j - i to the diagonal where elements are kept: "<=".
  explicit TriangleOpMaker(std::string relation)
      : relation_(std::move(relation)) {}
  void Make() override {
    AddInput("X", "Matrices, [..., rows, columns].");
    AddOutput("Out", "The shape of X.");
    AddAttr<int64_t>("diagonal",
                     "Which diagonal: column - row of its elements; 0 is the "
                     "main one, above it numbers are positive.")
        .SetDefault(0);
    MayReuse("Out", "X");
    AddComment("Out[..., i, j] = X[..., i, j] where j - i " + relation_ +
               " diagonal, else 0. Errors: InvalidArgument for an X of fewer "
               "than two axes.");
  }

 private:
  const std::string relation_;
};

// Returns the attributes of the gradient: it keeps the same triangle.
inline framework::AttributeMap SameDiagonal(
    const framework::proto::OpDesc& forward) {
  return {{"diagonal", framework::GetAttribute(forward, "diagonal")}};
}

}  // namespace paddle::operators
