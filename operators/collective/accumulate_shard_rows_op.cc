#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeAccumulateShardRows(framework::OpMaker* op) {
  op->AddInput(
        "X",
        "SelectedRows [height, ...] of floating point, as a rule a gradient.")
      .NoGradient()
      .Kinds({framework::kSelectedRows});
  AddWeight(op);
  AddGroup(op);
  AddShards(op, ShardsSlot::kRequired);
  op->AddComment(
      "Appends the SelectedRows weight * X of one shard to those in Shards, "
      "which the operator allgather of the member's last shard exchanges. "
      "Errors: InvalidArgument for numbers that are not of floating point, and "
      "for more shards than the member has.");
}

void InferAccumulateShardRows(framework::InferShapeContext* context) {
  CheckFloating(*context, "X", 0);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(
    accumulate_shard_rows, framework::ShapeFunction(InferAccumulateShardRows),
    framework::MakerFunction(DescribeAccumulateShardRows));
REGISTER_OP_FLOPS(accumulate_shard_rows, framework::NoFlops());

}  // namespace paddle::operators
