#include "paddle/framework/distributed/server/update_blocks.h"

#include <utility>

#include "absl/strings/match.h"

#include "paddle/framework/distributed/server/pushed_rows.h"
#include "paddle/framework/distributed/server/pushed_sums.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

// Gradients of parameters that a server has whole.
class ParameterUpdate final : public PushedUpdate {
 public:
  ParameterUpdate(std::string block, BlockServer* blocks)
      : block_(std::move(block)),
        blocks_(blocks),
        sums_(blocks->Arguments(block_)) {}

  bool Add(const proto::CallHead& head,
           std::vector<framework::Tensor> pushed) override {
    return sums_.Add(head, std::move(pushed));
  }
  void Forget() override { sums_.Forget(); }
  void Apply() override { blocks_->Run(block_, sums_.TakeMean()); }

 private:
  const std::string block_;
  BlockServer* const blocks_;
  PushedSums sums_;
};

// A sparse gradient of a parameter that a server has whole.
class RowsUpdate final : public PushedUpdate {
 public:
  RowsUpdate(std::string block, const framework::Dims& parameter,
             BlockServer* blocks)
      : block_(std::move(block)),
        blocks_(blocks),
        rows_(parameter[0], parameter[1]) {}

  bool Add(const proto::CallHead& head,
           std::vector<framework::Tensor> pushed) override {
    return rows_.Add(head, std::move(pushed));
  }
  void Forget() override { rows_.Forget(); }
  void Apply() override {
    const RowGradient gradient = rows_.TakeMeanInOrder();
    blocks_->Run(block_, {framework::LoDTensor(gradient.index),
                          framework::LoDTensor(gradient.values)});
  }

 private:
  const std::string block_;
  BlockServer* const blocks_;
  PushedRows rows_;
};

// Returns the dims of the parameters of blocks that take numbers of rows, and
// their values.
std::map<std::string, framework::Dims> ParametersWithRows(
    const framework::Program& main) {
  std::map<std::string, framework::Dims> found;
  for (const framework::proto::BlockDesc& block : main.desc().blocks()) {
    const auto& arguments = block.arguments();
    if (block.name().empty() || arguments.size() != 2) continue;
    for (const framework::proto::OpDesc& op : block.ops()) {
      const bool makes_rows = op.type() == "lookup_table_grad" &&
                              framework::Input(op, "Ids") == arguments[0];
      if (!makes_rows) continue;
      const auto& parameter =
          main.global_block().GetVar(framework::Input(op, "W"));
      const framework::Dims dims = framework::DimsOf(parameter);
      if (dims.rank() == 2) found[block.name()] = dims;
    }
  }
  return found;
}

// Returns the named block that writes a persistable.
std::string WriterOf(const framework::Program& main, const std::string& name) {
  for (const framework::proto::BlockDesc& block : main.desc().blocks()) {
    if (block.name().empty()) continue;
    const bool writes = main.block(block.index()).WriterOf(name) != nullptr;
    if (writes) return block.name();
  }
  PADDLE_THROW(InvalidArgument, "no block of the server changes the table '",
               name, "'");
}

}  // namespace

UpdateBlocks::UpdateBlocks(
    const framework::Program& main,
    const std::shared_ptr<const framework::Program>& startup,
    const TableFactory& new_table, bool tables_are_kept)
    : blocks_(main, startup) {
  AddTables(main, *startup, new_table, tables_are_kept);
  AddUpdates(main);
}

void UpdateBlocks::AddTables(const framework::Program& main,
                             const framework::Program& startup,
                             const TableFactory& new_table,
                             bool tables_are_kept) {
  for (const TableSpec& spec : ReadTables(startup)) {
    const std::string block = WriterOf(main, spec.name);
    auto table = std::make_unique<TableUpdate>(spec, block, &blocks_, new_table,
                                               tables_are_kept);
    tables_[spec.name] = table.get();
    table_blocks_[block] = table.get();
    updates_[block] = std::move(table);
  }
}

// Adds those of parameters.
void UpdateBlocks::AddUpdates(const framework::Program& main) {
  const std::map<std::string, framework::Dims> with_rows =
      ParametersWithRows(main);
  for (const std::string& name : blocks_.blocks()) {
    has_schedule_ = has_schedule_ || name == framework::kScheduleBlock;
    if (!absl::StartsWith(name, framework::kUpdatePrefix)) continue;
    if (table_blocks_.count(name) > 0) continue;
    const auto rows = with_rows.find(name);
    if (rows == with_rows.end()) {
      updates_[name] = std::make_unique<ParameterUpdate>(name, &blocks_);
    } else {
      updates_[name] =
          std::make_unique<RowsUpdate>(name, rows->second, &blocks_);
    }
  }
}

PushedUpdate* UpdateBlocks::Find(const std::string& block) const {
  const auto found = updates_.find(block);
  PADDLE_ENFORCE(found != updates_.end(), NotFound,
                 "this server has no block '", block,
                 "' that gradients could be pushed to");
  return found->second.get();
}

bool UpdateBlocks::HasRun(const std::string& block, int64_t step) const {
  const auto table = table_blocks_.find(block);
  if (table != table_blocks_.end()) return step < table->second->steps();
  return step < version_ || updated_.count(block) > 0;
}

void UpdateBlocks::Run(const std::string& block) {
  BeginStep();
  Find(block)->Apply();
  updated_.insert(block);
  EndStepIfAllRan();
}

void UpdateBlocks::BeginStep() {
  if (has_schedule_ && !scheduled_) blocks_.Run(framework::kScheduleBlock, {});
  scheduled_ = true;
}

void UpdateBlocks::EndStepIfAllRan() {
  if (updated_.size() < updates_.size()) return;
  updated_.clear();
  scheduled_ = false;
  ++version_;
}

bool UpdateBlocks::RunAlone(const std::string& block) {
  const bool first = block == updates_.begin()->first;
  // Once, also if the update fails and is made again.
  if (first) BeginStep();
  Find(block)->Apply();
  if (first) {
    scheduled_ = false;
    ++version_;
  }
  return first;
}

const TableUpdate* UpdateBlocks::TableOf(const proto::CallHead& head) const {
  if (!absl::StartsWith(head.block(), framework::kRowsPrefix)) return nullptr;
  return &FindTable(head.block().substr(sizeof(framework::kRowsPrefix) - 1));
}

TableUpdate& UpdateBlocks::FindTable(const std::string& name) const {
  const auto found = tables_.find(name);
  PADDLE_ENFORCE(found != tables_.end(), NotFound, "this server has no table '",
                 name, "'");
  return *found->second;
}

Call UpdateBlocks::State() const {
  Call call;
  call.head.set_block(kRestoreBlock);
  call.head.set_step(version_);
  for (const std::string& name : blocks_.ValueNames()) {
    call.head.add_names(name);
    call.tensors.push_back(blocks_.Value(name));
  }
  return call;
}

void UpdateBlocks::Restore(const Call& call) {
  const std::vector<std::string> names(call.head.names().begin(),
                                       call.head.names().end());
  PADDLE_ENFORCE(call.head.step() >= 0, InvalidArgument, "step ",
                 call.head.step());
  CheckTables(call.head.step());
  blocks_.SetValues(names, call.tensors);
  for (const auto& [block, update] : updates_) update->Forget();
  version_ = call.head.step();
  updated_.clear();
  for (const auto& [block, table] : table_blocks_) {
    if (table->steps() > version_) updated_.insert(block);
  }
  // Rows were kept before the rest was: of the step of tables alone nothing is
  // missing but the schedule.
  scheduled_ = false;
  if (updates_.empty() || updated_.size() < updates_.size()) return;
  BeginStep();
  EndStepIfAllRan();
}

void UpdateBlocks::EndTaking() {
  for (const auto& [name, table] : tables_) table->EndTaking(version_);
}

void UpdateBlocks::CheckTables(int64_t step) const {
  for (const auto& [name, table] : tables_) {
    if (table->is_taking()) continue;
    PADDLE_ENFORCE(table->steps() == step || table->steps() == step + 1,
                   FailedPrecondition, "the table '", name, "' has made ",
                   table->steps(),
                   " steps, and the other variables are to go "
                   "on from step ",
                   step, ", which has no rows of it");
  }
}

}  // namespace paddle::distributed
