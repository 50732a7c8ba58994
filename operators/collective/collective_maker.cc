#include "paddle/operators/collective/collective_maker.h"

#include <string>
#include <utility>

#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/collective/bucket_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

void AddGroup(framework::OpMaker* op) {
  op->AddInput("Group",
               "The members of a job, each with an operator like this: a raw "
               "variable of the scope that holds a "
               "std::shared_ptr<distributed::Communicator>.")
      .NoGradient()
      .Kinds({framework::kRaw});
  op->HasLastingEffect();
}

void AddWeight(framework::OpMaker* op) {
  op->AddInput(
        "Rows",
        "The member's X count as often as this, of any shape, has elements; "
        "left out: once.")
      .AsOptional()
      .NoGradient()
      .ShapeOnly();
  op->AddInput("Weight",
               "In place of Rows: one number, float32; 0: the member's X do "
               "not count.")
      .AsOptional()
      .NoGradient();
  op->AddAttr<double>("nominal_rows",
                      "The elements of Rows that make a weight of 1.")
      .SetDefault(1)
      .GreaterThan(0);
}

void AddShards(framework::OpMaker* op, ShardsSlot slot) {
  const bool optional = slot == ShardsSlot::kOptional;
  auto shards = op->AddInput(
      "Shards", std::string("Sums over the member's shards, without a shape: a "
                            "raw variable of the scope "
                            "with a distributed::ShardSums.") +
                    (optional ? " Left out: each member has one shard." : ""));
  shards.NoGradient().Kinds({framework::kRaw});
  if (optional) shards.AsOptional();
  op->AddAttr<int64_t>("exchange",
                       "The number of the exchange among those of a step.")
      .SetDefault(0)
      .AtLeast(0);
}

void AddOrder(framework::OpMaker* op) {
  op->AddAttr<std::string>(
        "order",
        "tree: numbers are added along the tree of the job's shards. fast: as "
        "what connects the members does it fastest, whose bits change with "
        "the number of members; members that are threads of one process add "
        "along the tree.")
      .SetDefault("tree")
      .OneOf({"tree", "fast"});
}

void AddKept(framework::OpMaker* op) {
  op->AddAttr<std::string>(
        "kept",
        "The name under which Shards keeps the sums of X over several runs, "
        "which allreduce_start of that name exchanges in the last of them. "
        "Empty: X is exchanged in the run.")
      .SetDefault("");
}

void AddMessage(framework::OpMaker* op, std::string peer, std::string tag) {
  op->AddAttr<int64_t>("peer", std::move(peer)).AtLeast(0);
  op->AddAttr<int64_t>("tag", std::move(tag))
      .SetDefault(0)
      .AtLeast(0)
      .LessThan(int64_t{1} << 47);
}

void AddExchanged(framework::OpMaker* op, std::string x, std::string out) {
  op->AddInput("X", std::move(x)).AsList();
  op->AddOutput("Out", std::move(out)).AsList();
  op->Updates("Out", "X");
}

void InferExchanged(framework::InferShapeContext* context) {
  const int count = context->InputCount("X");
  PADDLE_ENFORCE_EQ(context->OutputCount("Out"), count, context->op_type(),
                    " needs as many outputs as inputs");
  for (int i = 0; i < count; ++i) {
    context->SetOutput("Out", context->InputDims("X", i),
                       context->InputType("X", i), i);
    context->ShareLoD("X", "Out", i, i);
  }
}

int64_t PackedNumbers(const framework::InferShapeContext& context) {
  const int count = context.InputCount("X");
  PADDLE_ENFORCE(count > 0, InvalidArgument, context.op_type(), " of nothing");
  const framework::DataType first = context.InputType("X", 0);
  int64_t numel = 1;
  for (int i = 0; i < count; ++i) {
    CheckFloating(context, "X", i);
    const framework::DataType type = context.InputType("X", i);
    PADDLE_ENFORCE(BucketType(type) == BucketType(first), InvalidArgument, "X[",
                   i, "] of ", context.op_type(), " is of ",
                   framework::DataTypeName(type), ", X[0] of ",
                   framework::DataTypeName(first));
    const framework::Dims dims = context.InputDims("X", i);
    PADDLE_ENFORCE(dims.IsStatic(), InvalidArgument, "X[", i, "] of ",
                   context.op_type(),
                   " has a size that is not known: ", dims.ToString());
    numel += dims.Numel();
  }
  return numel;
}

void CheckFloating(const framework::InferShapeContext& context,
                   const char* slot, int i) {
  const framework::DataType type = context.InputType(slot, i);
  PADDLE_ENFORCE(framework::IsFloating(type), InvalidArgument, "input ", slot,
                 "[", i, "] of ", context.op_type(),
                 " must be of floating point, not ",
                 framework::DataTypeName(type));
}

}  // namespace paddle::operators
