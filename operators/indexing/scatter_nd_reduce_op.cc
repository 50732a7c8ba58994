#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/indexing/index_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeScatterNdReduce(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank k or more.");
  op->AddInput("Index",
               "int32 or int64, [..., k]: each row names the place along the "
               "first k axes of X, in [0, size): negative ones are refused.")
      .NoGradient();
  op->AddInput("Updates",
               "What X is combined with there: the shape of Index without its "
               "last axis, and then that of X without its first k.");
  op->AddOutput("Out", "The result, the shape of X.");
  op->AddAttr<std::string>("reduce", "How elements are combined.")
      .OneOf({"max", "min", "mul"});
  op->AddComment(
      std::string(
          "Out = X, and Out[Index[i, 0], ..., Index[i, k - 1]] becomes the "
          "maximum, minimum or product of itself and Updates[i] for each i, in "
          "order. The gradient of an extreme goes to what is equal to it, in "
          "equal shares; that of a product divides by nothing, but that of "
          "this gradient needs Updates without zeros. ") +
      kIndexErrors +
      " InvalidArgument unless Updates are what X has at the places, of its "
      "data type.");
}

void InferScatterNdReduce(framework::InferShapeContext* context) {
  const Dims slices = SlicesDims(*context, "X", "Index");
  const Dims updates = context->InputDims("Updates");
  PADDLE_ENFORCE(framework::MayBeEqual(slices, updates), InvalidArgument,
                 "Updates of scatter_nd_reduce, ", updates.ToString(),
                 ", are not what X ", context->InputDims("X").ToString(),
                 " has at Index ", context->InputDims("Index").ToString(), ": ",
                 slices.ToString());
  PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("Updates"),
                    "X and Updates of scatter_nd_reduce are of one data type");
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP(scatter_nd_reduce, framework::ShapeFunction(InferScatterNdReduce),
            framework::MakerFunction(DescribeScatterNdReduce),
            scatter_nd_reduce_grad,
            framework::GradOpSchema({"X", "Index", "Updates", "Out"}));
REGISTER_OP_FLOPS(scatter_nd_reduce, framework::FlopsOfEach("Updates", 1));

}  // namespace paddle::operators
