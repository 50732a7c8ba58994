#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/bucket_type.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeAllreduceStart(framework::OpMaker* op) {
  op->AddInput("X",
               "Floating-point numbers of one data type and of known shapes, "
               "as a rule gradients; half floats may mix with float32.")
      .AsList()
      .NoGradient();
  AddWeight(op);
  AddGroup(op);
  AddShards(op, ShardsSlot::kOptional);
  AddOrder(op);
  AddKept(op);
  op->AddOutput(
      "Buffer",
      "[numbers + 1]: all numbers of X, one behind the other, times the "
      "weight, then the weight; float64 if X is, otherwise float32. Memory of "
      "the exchange until it has ended.");
  op->AddOutput("Pending", "The exchange that goes on, without a shape.")
      .Kinds({framework::kRaw});
  op->AddComment(
      "Begins the sum of weight * X over all members and their shards, on a "
      "thread of its own; allreduce_wait divides it by the sum of the weights. "
      "Where the shards keep X over several runs, what they have kept is "
      "exchanged, and X is like it. "
      "Errors: "
      "InvalidArgument for sizes that are not known, and types that differ.");
}

void InferAllreduceStart(framework::InferShapeContext* context) {
  const int64_t numel = PackedNumbers(*context);
  context->SetOutput("Buffer", framework::Dims({numel}),
                     BucketType(context->InputType("X", 0)));
  context->SetRaw("Pending");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(allreduce_start,
                             framework::ShapeFunction(InferAllreduceStart),
                             framework::MakerFunction(DescribeAllreduceStart));
REGISTER_OP_FLOPS(allreduce_start, framework::NoFlops());

}  // namespace paddle::operators
