#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeAccumulateShard(framework::OpMaker* op) {
  op->AddInput("X",
               "Numbers of one shard, of known shapes, as of allreduce_start.")
      .AsList()
      .NoGradient();
  AddWeight(op);
  AddGroup(op);
  AddShards(op, ShardsSlot::kRequired);
  op->AddComment(
      "Adds weight * X, numbers of known shapes, of one shard to the sums in "
      "Shards, which the operator allreduce_start of the member's last shard "
      "exchanges. Errors: InvalidArgument for sizes that are not known, types "
      "that differ, and more shards than the member has.");
}

void InferAccumulateShard(framework::InferShapeContext* context) {
  PackedNumbers(*context);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(accumulate_shard,
                             framework::ShapeFunction(InferAccumulateShard),
                             framework::MakerFunction(DescribeAccumulateShard));
REGISTER_OP_FLOPS(accumulate_shard, framework::NoFlops());

}  // namespace paddle::operators
