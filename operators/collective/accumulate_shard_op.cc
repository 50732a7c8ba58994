#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/collective/collective_maker.h"
#include "paddle/platform/enforce.h"

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
  op->AddInput("Count",
               "Of sums over several runs: int64, one number, how many runs "
               "were before; 0 begins anew.")
      .AsOptional()
      .NoGradient();
  AddKept(op);
  op->AddAttr<std::vector<int64_t>>(
        "begins", "The first row of each X that counts. Left out: 0.")
      .SetDefault({})
      .AnyLength()
      .AtLeast(0);
  op->AddAttr<std::vector<int64_t>>(
        "ends",
        "The row behind the last one of each X that counts; -1: all do. Left "
        "out: all rows of all X.")
      .SetDefault({})
      .LengthOf("begins")
      .AtLeast(-1);
  op->AddComment(
      "Adds weight * X, numbers of known shapes, of one shard to the sums in "
      "Shards, which the operator allreduce_start of the member's last shard "
      "exchanges; with Count to what the same shard has given in the runs "
      "before. Errors: InvalidArgument for sizes that are not known, types "
      "that differ, rows that X does not have, more shards than the member "
      "has, and one of Count and kept without the other; FailedPrecondition if "
      "the sums of the runs "
      "before are missing, which no file has.");
}

void CheckRows(const framework::InferShapeContext& context) {
  const auto& begins = context.Attr<std::vector<int64_t>>("begins");
  const auto& ends = context.Attr<std::vector<int64_t>>("ends");
  const int count = context.InputCount("X");
  PADDLE_ENFORCE(begins.empty() || begins.size() == static_cast<size_t>(count),
                 InvalidArgument, "accumulate_shard has ", count, " X and ",
                 begins.size(), " begins");
  for (size_t i = 0; i < ends.size(); ++i) {
    const framework::Dims dims = context.InputDims("X", static_cast<int>(i));
    const bool fits = ends[i] < 0 || (dims.rank() > 0 && begins[i] <= ends[i] &&
                                      ends[i] <= dims[0]);
    PADDLE_ENFORCE(fits, InvalidArgument, "accumulate_shard takes the rows ",
                   begins[i], " to ", ends[i], " of X[", i, "], ",
                   dims.ToString());
  }
}

void InferAccumulateShard(framework::InferShapeContext* context) {
  PackedNumbers(*context);
  CheckRows(*context);
  const bool counts = context->HasInput("Count");
  PADDLE_ENFORCE(counts != context->Attr<std::string>("kept").empty(),
                 InvalidArgument,
                 "accumulate_shard has a name to keep X if it has a Count");
  if (!counts) return;
  PADDLE_ENFORCE(context->InputType("Count") == framework::DataType::kInt64,
                 InvalidArgument, "Count of accumulate_shard is int64, not ",
                 framework::DataTypeName(context->InputType("Count")));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(accumulate_shard,
                             framework::ShapeFunction(InferAccumulateShard),
                             framework::MakerFunction(DescribeAccumulateShard));
REGISTER_OP_FLOPS(accumulate_shard, framework::NoFlops());

}  // namespace paddle::operators
