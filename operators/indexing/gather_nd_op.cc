#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/indexing/index_type.h"

namespace paddle::operators {
namespace {

void DescribeGatherNd(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank k or more.");
  op->AddInput("Index",
               "int32 or int64, [..., k]: each row names the place along the "
               "first k axes of X, in [0, size): negative ones are refused.")
      .NoGradient();
  op->AddOutput("Out",
                "The elements or slices there: the shape of Index without its "
                "last axis, and then that of X without its first k.");
  op->AddComment(
      std::string(
          "Out[i] = X[Index[i, 0], ..., Index[i, k - 1]]. With X [[a, b], [c, "
          "d]]: of the index [[1, 0]] c, of [[1]] the row c, d. The gradient "
          "of an element is the sum of those of its copies. ") +
      kIndexErrors);
}

void InferGatherNd(framework::InferShapeContext* context) {
  context->SetOutput("Out", SlicesDims(*context, "X", "Index"),
                     context->InputType("X"));
  // A single position, [k], has no rows.
  if (context->InputDims("Index").rank() > 1) {
    context->ShareLoD("Index", "Out");
  }
}

}  // namespace

REGISTER_OP(gather_nd, framework::ShapeFunction(InferGatherNd),
            framework::MakerFunction(DescribeGatherNd), gather_nd_grad,
            framework::GradOpSchema({"Index"}));
REGISTER_OP_FLOPS(gather_nd, framework::NoFlops());

}  // namespace paddle::operators
