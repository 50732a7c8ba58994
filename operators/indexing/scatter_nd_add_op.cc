#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/indexing/index_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeScatterNdAdd(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank k or more.");
  op->AddInput("Index",
               "int32 or int64, [..., k]: each row names the place along the "
               "first k axes of X, in [0, size): negative ones are refused.")
      .NoGradient();
  op->AddInput("Updates",
               "What is added there: the shape of Index without its last axis, "
               "and then that of X without its first k.");
  op->AddOutput("Out", "The sum, the shape of X.");
  op->MayReuse("Out", "X");
  op->AddComment(std::string("Out = X, and Out[Index[i, 0], ..., Index[i, k - "
                             "1]] += Updates[i] for each i, in order. ") +
                 kIndexErrors +
                 " InvalidArgument unless Updates are what X has at the "
                 "places, of its data type.");
}

void InferScatterNdAdd(framework::InferShapeContext* context) {
  const Dims slices = SlicesDims(*context, "X", "Index");
  const Dims updates = context->InputDims("Updates");
  PADDLE_ENFORCE(framework::MayBeEqual(slices, updates), InvalidArgument,
                 "Updates of scatter_nd_add, ", updates.ToString(),
                 ", are not what X ", context->InputDims("X").ToString(),
                 " has at Index ", context->InputDims("Index").ToString(), ": ",
                 slices.ToString());
  PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("Updates"),
                    "X and Updates of scatter_nd_add are of one data type");
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP(scatter_nd_add, framework::ShapeFunction(InferScatterNdAdd),
            framework::MakerFunction(DescribeScatterNdAdd), scatter_nd_add_grad,
            framework::GradOpSchema({"Index"}));
REGISTER_OP_FLOPS(scatter_nd_add, framework::FlopsOfEach("Updates", 1));

}  // namespace paddle::operators
