#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::proto::OpDesc;

void DescribeReduceScatter(framework::OpMaker* op) {
  op->AddInput("X", "Numbers [rows, ...], of one shape for all members.");
  op->AddInput(
        "Like",
        "[own rows, ...]: as many rows of the sum are the member's; left "
        "out: the rows are shared out as evenly as possible.")
      .AsOptional()
      .NoGradient()
      .ShapeOnly();
  AddGroup(op);
  AddOrder(op);
  op->AddOutput("Out", "The member's rows of the sum, [own rows, ...].");
  op->HasValueDependentShape();
  op->AddComment(
      "Out = the member's rows of the sum of X over all members, which is "
      "added as by allreduce; they are shared out in order of ranks. The order "
      "fast is NCCL's for rows that are shared out evenly; otherwise the "
      "tree's, "
      "which sends no more bytes than any other. Errors: "
      "InvalidArgument for a "
      "scalar, truth values, and if the members' rows are not those of X.");
}

void InferReduceScatter(framework::InferShapeContext* context) {
  framework::Dims dims = context->InputDims("X");
  PADDLE_ENFORCE_GE(dims.rank(), 1, "X of reduce_scatter is a scalar");
  const bool like = context->HasInput("Like");
  dims[0] = like ? context->InputDims("Like")[0]
                 : UnknownSize(context, "reduce_scatter");
  context->SetOutput("Out", dims, context->InputType("X"));
  if (like) context->ShareLoD("Like", "Out");
}

std::vector<OpDesc> ReduceScatterGradient(const OpDesc& forward,
                                          framework::GradContext* context) {
  const auto group = framework::Inputs(forward, "Group");
  return {framework::AsGradientOf(
      forward,
      framework::MakeOp("allgather",
                        {{"X", {context->OutputGrad("Out")}}, {"Group", group}},
                        {{"Out", {context->InputGrad("X")}}}))};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(reduce_scatter,
                             framework::ShapeFunction(InferReduceScatter),
                             framework::MakerFunction(DescribeReduceScatter));
REGISTER_GRADIENT_MAKER(reduce_scatter, ReduceScatterGradient);
REGISTER_OP_FLOPS(reduce_scatter, framework::NoFlops());

}  // namespace paddle::operators
