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

void DescribeAllgather(framework::OpMaker* op) {
  op->AddInput("X",
               "Rows [rows, ...] of any type, whose number may differ from "
               "member to member, with their sequences; or SelectedRows, as a "
               "rule a gradient. Left out: none, see Like.")
      .AsOptional()
      .Kinds(framework::kTensorOrRows);
  op->AddInput(
        "Like",
        "The tensor [height, ...] whose gradient X is; only where X is left "
        "out.")
      .AsOptional()
      .NoGradient()
      .ShapeOnly();
  AddWeight(op);
  AddGroup(op);
  AddShards(op, ShardsSlot::kOptional);
  op->AddOutput(
        "Out",
        "The rows of all members, in order of their shards: [all rows, ...], "
        "or SelectedRows of the same height.")
      .Kinds(framework::kTensorOrRows);
  op->AddAttr<bool>("mean",
                    "Whether SelectedRows are weighted, and divided by the sum "
                    "of all members' weights.")
      .SetDefault(false);
  op->HasValueDependentShape();
  op->AddComment(
      "Out = the rows of member 0, then those of member 1, and so on; with "
      "mean = true Out = (weight * X of each) / (sum of all weights). Errors: "
      "InvalidArgument for a scalar and for members whose rows differ in size; "
      "Unavailable if a member is lost.");
}

void InferAllgather(framework::InferShapeContext* context) {
  const char* like = context->HasInput("X") ? "X" : "Like";
  PADDLE_ENFORCE(context->HasInput(like), InvalidArgument,
                 "allgather needs X, or Like");
  framework::Dims dims = context->InputDims(like);
  if (like[0] == 'L' || context->InputIsSelectedRows("X")) {
    if (context->Attr<bool>("mean")) CheckFloating(*context, like, 0);
    return context->SetSelectedRows("Out", dims, context->InputType(like));
  }
  PADDLE_ENFORCE(!context->Attr<bool>("mean"), InvalidArgument,
                 "allgather takes the mean of SelectedRows only");
  PADDLE_ENFORCE_GE(dims.rank(), 1, "X of allgather is a scalar");
  dims[0] = UnknownSize(context, "allgather");
  context->SetOutput("Out", dims, context->InputType("X"));
  if (!context->is_running()) context->ShareLoD("X", "Out");
}

std::vector<OpDesc> AllgatherGradient(const OpDesc& forward,
                                      framework::GradContext* context) {
  const auto group = framework::Inputs(forward, "Group");
  return {framework::AsGradientOf(
      forward, framework::MakeOp("reduce_scatter",
                                 {{"X", {context->OutputGrad("Out")}},
                                  {"Like", framework::Inputs(forward, "X")},
                                  {"Group", group}},
                                 {{"Out", {context->InputGrad("X")}}}))};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(allgather,
                             framework::ShapeFunction(InferAllgather),
                             framework::MakerFunction(DescribeAllgather));
REGISTER_GRADIENT_MAKER(allgather, AllgatherGradient);
REGISTER_OP_FLOPS(allgather, framework::NoFlops());

}  // namespace paddle::operators
