#include "paddle/framework/ir/prune.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "paddle/framework/ir/captures.h"
#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/nearest.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using NameHashSet = absl::flat_hash_set<std::string>;

// The roots of the search: variables whose last values are wanted, and
// operators to keep in any case.
struct Roots {
  NameHashSet names;
  std::vector<bool> ops;
};

// Going backwards, `wanted` are the names whose value at this point is read
// later. A write that reads the name, too, is an update: it needs what was
// there before.
std::vector<bool> NeededOps(const UseDef& uses, Roots roots) {
  NameHashSet& wanted = roots.names;
  for (int i = uses.num_ops() - 1; i >= 0; --i) {
    const auto gives_wanted = [&](const std::string& name) {
      return wanted.contains(name) && uses.Writes(i, name);
    };
    const NameList& writes = uses.writes(i);
    roots.ops[i] =
        roots.ops[i] || std::any_of(writes.begin(), writes.end(), gives_wanted);
    if (!roots.ops[i]) continue;
    for (const std::string& name : writes) {
      if (uses.Writes(i, name)) wanted.erase(name);
    }
    wanted.insert(uses.reads(i).begin(), uses.reads(i).end());
  }
  return std::move(roots.ops);
}

int FindOpIndex(const SymbolTable& table, absl::string_view target) {
  const proto::BlockDesc& block = table.desc();
  int64_t id = 0;
  absl::string_view number = target;
  const bool by_id =
      absl::ConsumePrefix(&number, "#") && absl::SimpleAtoi(number, &id);
  NameList names = table.VisibleNames();
  for (int i = 0; i < block.ops_size(); ++i) {
    const proto::OpDesc& op = block.ops(i);
    if (by_id && op.id() == id) return i;
    if (!op.name().empty() && op.name() == target) return i;
    names.push_back(op.name());
  }
  PADDLE_THROW(NotFound, "no variable or operator is called '", target,
               "' in block ", block.index(), DidYouMean(target, names));
}

Roots FindRoots(const SymbolTable& table, const NameList& targets) {
  Roots roots;
  roots.ops.resize(table.desc().ops_size(), false);
  for (const std::string& target : targets) {
    if (table.FindVar(target) != nullptr || table.WriterOf(target) != nullptr) {
      roots.names.insert(target);
    } else {
      roots.ops[FindOpIndex(table, target)] = true;
    }
  }
  return roots;
}

class Pruner {
 public:
  // Prunes `desc` in place; `program` stays as it was and finds the variables.
  Pruner(const Program& program, proto::ProgramDesc* desc, KeepSet keep)
      : program_(program), desc_(desc), keep_(keep) {}

  void Run(int root, const NameList& feeds, Roots roots);

 private:
  void PruneOwned(int block);
  void NoteGradientReads(int block);
  void PruneBlock(int block, const NameList& feeds, Roots roots);

  const Program& program_;
  proto::ProgramDesc* desc_;
  const KeepSet keep_;
  std::vector<Captures> captures_;
  std::vector<bool> has_effect_;  // of blocks
  // Of each block, what its gradient blocks read.
  std::vector<NameHashSet> read_by_gradients_;
};

void Pruner::PruneBlock(int index, const NameList& feeds, Roots roots) {
  proto::BlockDesc* block = desc_->mutable_blocks(index);
  const UseDef uses(*block, program_.schemas(), program_.block(index),
                    captures_, has_effect_, feeds);
  has_effect_[index] = uses.has_effect();
  for (int i = 0; i < uses.num_ops(); ++i) {
    if (keep_ == KeepSet::kLastingEffects && uses.has_effect(i)) {
      roots.ops[i] = true;
    }
  }
  KeepOps(NeededOps(uses, std::move(roots)), block);
}

void Pruner::NoteGradientReads(int index) {
  const proto::BlockDesc& block = desc_->blocks(index);
  if (block.forward_block() == -1) return;
  const UseDef uses(block, program_.schemas(), program_.block(index), captures_,
                    has_effect_);
  const NameList reads = ReadsOfForward(program_, index, uses);
  read_by_gradients_[block.forward_block()].insert(reads.begin(), reads.end());
}

// A block that says of no result what it is for is kept as it is.
void Pruner::PruneOwned(int index) {
  const proto::BlockDesc& block = desc_->blocks(index);
  Roots roots;
  roots.ops.assign(block.ops_size(), block.results().empty());
  roots.names = read_by_gradients_[index];
  roots.names.insert(block.results().begin(), block.results().end());
  PruneBlock(index, {}, std::move(roots));
  captures_[index] = FindCaptures(*desc_, index, captures_);
  NoteGradientReads(index);
}

void Pruner::Run(int root, const NameList& feeds, Roots roots) {
  const int num_blocks = desc_->blocks_size();
  captures_ = FindCaptures(*desc_);
  has_effect_.assign(num_blocks, false);
  read_by_gradients_.assign(num_blocks, {});
  for (int i = num_blocks - 1; i > root; --i) PruneOwned(i);
  for (int i = desc_->blocks(root).parent(); i != -1;
       i = desc_->blocks(i).parent()) {
    desc_->mutable_blocks(i)->clear_ops();
  }
  PruneBlock(root, feeds, std::move(roots));
}

// As the interface of the program, feeds and targets survive DropUnused.
void SetInterface(const SymbolTable& table, const NameList& feeds,
                  const NameList& targets, proto::ProgramDesc* desc) {
  *desc->mutable_feeds() = {feeds.begin(), feeds.end()};
  desc->clear_fetches();
  for (const std::string& target : targets) {
    if (table.FindVar(target) != nullptr) desc->add_fetches(target);
  }
}

std::shared_ptr<Program> PruneOnce(const Program& program, int* block,
                                   const NameList& feeds,
                                   const NameList& targets, KeepSet keep) {
  const SymbolTable& table = program.block(*block);
  for (const std::string& feed : feeds) table.GetVar(feed);
  Roots roots = FindRoots(table, targets);
  auto pruned = program.Clone();
  proto::ProgramDesc* desc = pruned->mutable_desc();
  SetInterface(table, feeds, targets, desc);
  Pruner(program, desc, keep).Run(*block, feeds, std::move(roots));
  *block = DropUnused(desc, *block)[*block];
  pruned->Changed();
  return pruned;
}

}  // namespace

// A gradient block that went with its operator no longer reads what its forward
// block computes: as long as blocks go, operators may.
std::shared_ptr<Program> Prune(const Program& program, int block,
                               const NameList& feeds, const NameList& targets,
                               KeepSet keep, int* pruned_block) {
  const bool is_global = block == 0;
  int num_blocks = program.num_blocks();
  auto pruned = PruneOnce(program, &block, feeds, targets, keep);
  while (pruned->num_blocks() < num_blocks) {
    num_blocks = pruned->num_blocks();
    pruned = PruneOnce(*pruned, &block, feeds, targets, keep);
  }
  if (!is_global) {
    pruned->mutable_desc()->clear_feeds();
    pruned->mutable_desc()->clear_fetches();
  }
  if (pruned_block != nullptr) *pruned_block = block;
  return pruned;
}

proto::BlockDesc Prune(const proto::BlockDesc& block, const NameList& targets) {
  proto::BlockDesc pruned = block;
  const SymbolTable table(&pruned, nullptr, nullptr);
  Roots roots = FindRoots(table, targets);
  NameHashSet mentioned(roots.names);
  KeepOps(NeededOps(UseDef(block), std::move(roots)), &pruned);
  for (const auto& op : pruned.ops()) {
    for (const auto& name : InputNames(op)) mentioned.insert(name);
    for (const auto& name : OutputNames(op)) mentioned.insert(name);
  }
  auto* vars = pruned.mutable_vars();
  vars->erase(std::remove_if(vars->begin(), vars->end(),
                             [&](const proto::VarDesc& var) {
                               return !mentioned.contains(var.name());
                             }),
              vars->end());
  return pruned;
}

}  // namespace paddle::framework
