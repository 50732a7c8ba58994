#include "paddle/framework/passes/idle_program.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/symbols.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/passes/shard_program.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

constexpr char kWeight[] = "idle_weight@JOB";

// Returns which forward operators the counters need. They are the same in each
// trainer, so that a trainer without rows counts, too.
std::vector<bool> Counting(const SymbolTable& table, const TrainingCut& cut) {
  const proto::BlockDesc& block = table.desc();
  absl::flat_hash_set<std::string> needed(cut.counters.begin(),
                                          cut.counters.end());
  std::vector<bool> kept(block.ops_size());
  for (int i = block.ops_size() - 1; i >= 0; --i) {
    const proto::OpDesc& op = block.ops(i);
    if (op.role() != proto::FORWARD) continue;
    for (const std::string& name : OutputNames(op)) {
      kept[i] = kept[i] || needed.contains(name);
    }
    if (!kept[i]) continue;
    for (const std::string& name : InputNames(op)) {
      const bool fed = !name.empty() && table.GetVar(name).is_feed();
      PADDLE_ENFORCE(!fed, Unimplemented, "a counter that depends on '", name,
                     "': a trainer without rows cannot count");
      needed.insert(name);
    }
  }
  return kept;
}

bool IsComputedFromRows(const proto::OpDesc& op) {
  return op.role() == proto::FORWARD || op.role() == proto::BACKWARD;
}

proto::OpDesc Constant(const std::string& name, const Dims& dims,
                       DataType type) {
  return MakeOp("fill_constant", {}, {{"Out", {name}}},
                {{"shape", dims.ToVector()},
                 {"dtype", std::string(DataTypeName(type))},
                 {"value", 0.0}});
}

void RemoveInput(absl::string_view slot, proto::OpDesc* op) {
  auto* inputs = op->mutable_inputs();
  inputs->erase(std::remove_if(inputs->begin(), inputs->end(),
                               [&](const proto::Slot& input) {
                                 return input.name() == slot;
                               }),
                inputs->end());
}

// Weighs what an operator exchanges with 0.
void Weigh(proto::OpDesc* op, const TrainingCut& cut) {
  RemoveInput("Rows", op);
  RemoveInput("Weight", op);
  if (op->type() == "push_rows") SetAttribute(op, "idle", true);
  if (FollowsExchange(*op)) return;
  SetInput(op, "Weight", {kWeight});
  if (op->type() != "allgather") return;
  // The rows of none, like those of the parameter.
  const std::string gradient = Inputs(*op, "X")[0];
  for (const ExchangedVar& var : cut.gradients) {
    if (var.name != gradient) continue;
    RemoveInput("X", op);
    SetInput(op, "Like", {gradient.substr(0, gradient.find("@GRAD"))});
  }
}

}  // namespace

std::shared_ptr<Program> IdleProgram(const Program& main,
                                     const TrainingCut& cut,
                                     std::vector<proto::OpDesc> exchange) {
  auto idle = main.Clone();
  proto::BlockDesc* block = idle->mutable_desc()->mutable_blocks(0);
  std::vector<bool> kept = Counting(idle->global_block(), cut);
  for (int i = 0; i < block->ops_size(); ++i) {
    if (!IsComputedFromRows(block->ops(i))) kept[i] = true;
  }
  KeepOps(kept, block);
  idle->Changed();
  int position = 0;
  idle->InsertOp(0, position++,
                 Constant(kWeight, Dims({1}), DataType::kFloat32));
  for (const ExchangedVar& var : cut.gradients) {
    if (var.sparse) continue;
    const Dims dims = DimsOf(idle->global_block().GetVar(var.name));
    idle->InsertOp(0, position++, Constant(var.name, dims, var.type));
  }
  while (block->ops(position).role() != proto::OPTIMIZE) ++position;
  for (proto::OpDesc& op : exchange) {
    // There are no rows that could be accumulated for push_rows.
    if (op.type() == "accumulate_shard_rows") continue;
    Weigh(&op, cut);
    idle->InsertOp(0, position++, std::move(op));
  }
  DropUnused(idle->mutable_desc());
  idle->Changed();
  return idle;
}

}  // namespace paddle::framework
