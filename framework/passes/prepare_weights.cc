// Moves to the prepare block what a program computes of its parameters alone:
// exporters cut the gates of recurrent units apart and put them together in
// another order in every run, and transpose weights before products.
//
// A weight that is only seen in another shape stays: that costs nothing in a
// run, and would cost the memory of a copy.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/known_bytes.h"
#include "paddle/framework/passes/pass.h"

namespace paddle::framework {

namespace {

constexpr const char* kViews[] = {"reshape", "squeeze", "unsqueeze"};
constexpr const char* kCopies[] = {"concat", "reduce_sum", "slice",
                                   "split",  "stack",      "transpose"};

bool IsView(const proto::OpDesc& op) {
  return std::find(std::begin(kViews), std::end(kViews), op.type()) !=
         std::end(kViews);
}

bool IsCopy(const proto::OpDesc& op) {
  return std::find(std::begin(kCopies), std::end(kCopies), op.type()) !=
         std::end(kCopies);
}

// Returns the bytes of dense tensors of known sizes in all; -1 for others.
int64_t BytesOf(const NameList& names, const SymbolTable& table) {
  int64_t bytes = 0;
  for (const std::string& name : names) {
    const int64_t size = KnownBytes(table.GetVar(name));
    if (size < 0 || __builtin_add_overflow(bytes, size, &bytes)) return -1;
  }
  return bytes;
}

// The operators of the global block that compute of parameters alone.
class WeightOps {
 public:
  WeightOps(const Program& program, const BlockFacts& facts);

  bool any() const { return any_; }
  // True if the operator is to be in the prepare block. One may be in both.
  bool IsPrepared(int op) const { return prepared_[op]; }
  bool Stays(int op) const { return stays_[op]; }

 private:
  void Visit(int op);
  void Place(int op);
  bool ReadsWeights(int op) const;

  const SymbolTable& table_;
  const BlockFacts& facts_;
  const FixedVars fixed_;
  absl::flat_hash_map<std::string, int> makers_;  // of those that may move
  std::vector<bool> movable_, views_, prepared_, stays_;
  bool any_ = false;
};

WeightOps::WeightOps(const Program& program, const BlockFacts& facts)
    : table_(program.global_block()), facts_(facts), fixed_(program) {
  const int ops = facts.desc().ops_size();
  movable_.resize(ops);
  views_.resize(ops);
  prepared_.resize(ops);
  stays_.resize(ops);
  for (int i = 0; i < ops; ++i) Visit(i);
  for (int i = ops - 1; i >= 0; --i) Place(i);
}

bool WeightOps::ReadsWeights(int op) const {
  const NameList& reads = facts_.uses().reads(op);
  return !reads.empty() &&
         std::all_of(reads.begin(), reads.end(), [&](const std::string& name) {
           return makers_.contains(name) || fixed_.Has(0, name);
         });
}

// The result has to be no larger than what it comes from.
void WeightOps::Visit(int op) {
  const proto::OpDesc& desc = facts_.desc().ops(op);
  const NameList& reads = facts_.uses().reads(op);
  const NameList& writes = facts_.uses().writes(op);
  if (desc.role() != proto::FORWARD || !(IsView(desc) || IsCopy(desc)) ||
      !facts_.IsPure(op) || !ReadsWeights(op)) {
    return;
  }
  const int64_t made = BytesOf(writes, table_);
  const bool seen = std::any_of(
      writes.begin(), writes.end(),
      [&](const std::string& name) { return facts_.IsSeenOutside(name); });
  if (seen || made < 0 || made > BytesOf(reads, table_)) return;
  movable_[op] = true;
  views_[op] = IsView(desc) &&
               std::all_of(reads.begin(), reads.end(), [&](const auto& name) {
                 const auto maker = makers_.find(name);
                 return maker == makers_.end() || views_[maker->second];
               });
  for (const std::string& name : writes) makers_[name] = op;
}

// Comes after those of all readers.
void WeightOps::Place(int op) {
  if (!movable_[op]) {
    stays_[op] = true;
    return;
  }
  bool by_prepared = false, by_others = false;
  for (const std::string& name : facts_.uses().writes(op)) {
    for (int reader : facts_.uses().readers(name)) {
      by_prepared = by_prepared || prepared_[reader];
      by_others = by_others || stays_[reader];
    }
  }
  prepared_[op] = by_prepared || (by_others && !views_[op]);
  stays_[op] = !prepared_[op] || (by_others && views_[op]);
  any_ = any_ || prepared_[op];
}

// Writes the operators into both blocks.
class WeightMover {
 public:
  WeightMover(const WeightOps& ops, Program* program)
      : ops_(ops), program_(program), writer_(program, 0) {}

  void Write() {
    for (int i = 0; i < writer_.before().ops_size(); ++i) {
      const proto::OpDesc& op = writer_.before().ops(i);
      if (ops_.IsPrepared(i)) Prepare(op, !ops_.Stays(i));
      if (ops_.Stays(i)) Keep(op);
    }
  }

 private:
  void Prepare(proto::OpDesc op, bool moved);
  void Keep(proto::OpDesc op);

  const WeightOps& ops_;
  Program* program_;
  BlockWriter writer_;
  // By the names that they had: all, and those that are there no more.
  absl::flat_hash_map<std::string, std::string> names_;
  absl::flat_hash_set<std::string> moved_;
  absl::flat_hash_set<std::string> derived_;
};

void WeightMover::Prepare(proto::OpDesc op, bool moved) {
  for (proto::Slot& slot : *op.mutable_inputs()) {
    for (std::string& name : *slot.mutable_arguments()) {
      const auto found = names_.find(name);
      if (found != names_.end()) name = found->second;
    }
  }
  for (proto::Slot& slot : *op.mutable_outputs()) {
    for (std::string& name : *slot.mutable_arguments()) {
      if (name.empty()) continue;
      if (moved) moved_.insert(name);
      name = names_[name] = writer_.NewName(name, "@PREPARED");
    }
  }
  op.clear_id();
  op.clear_name();
  program_->AppendOp(PrepareBlock(program_), std::move(op));
}

void WeightMover::Keep(proto::OpDesc op) {
  for (proto::Slot& slot : *op.mutable_inputs()) {
    for (std::string& name : *slot.mutable_arguments()) {
      if (!moved_.contains(name)) continue;
      name = names_.at(name);
      if (derived_.insert(name).second) AddDerived(program_, name);
    }
  }
  writer_.Put(std::move(op));
}

// A program that trains changes what it would be derived from. Most others read
// their parameters as they are, and the analysis is saved.
bool MayMove(const Program& program) {
  if (HasBackward(program.desc())) return false;
  const SymbolTable& table = program.global_block();
  const auto& ops = table.desc().ops();
  return std::any_of(ops.begin(), ops.end(), [&](const proto::OpDesc& op) {
    if (!IsCopy(op) && !IsView(op)) return false;
    const NameList reads = InputNames(op);
    return std::all_of(
        reads.begin(), reads.end(), [&](const std::string& name) {
          const proto::VarDesc* var = table.FindVar(name);
          return var != nullptr && (var->persistable() || var->derived());
        });
  });
}

std::shared_ptr<const Program> PrepareWeights(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all || !MayMove(*program)) return program;
  const ProgramFacts facts(*program);
  const BlockFacts block = facts.Block(0);
  const WeightOps ops(*program, block);
  if (!ops.any()) return program;
  ChangedProgram changed(program);
  WeightMover(ops, changed.get()).Write();
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(prepare_weights, /*version=*/1, kReassociates,
              PassStage::kSimplify,
              "Computes once what each run computes of parameters alone.",
              PrepareWeights);

}  // namespace paddle::framework
