#include "paddle/framework/ir/named_block.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using NameHashSet = absl::flat_hash_set<std::string>;

int IndexOf(const Program& program, absl::string_view name) {
  for (const proto::BlockDesc& block : program.desc().blocks()) {
    if (!name.empty() && block.name() == name) return block.index();
  }
  return -1;
}

// Moves the operators at the end of one block to another, with the blocks that
// they own.
void MoveOps(int from, int to, int count, proto::ProgramDesc* program) {
  auto* source = program->mutable_blocks(from)->mutable_ops();
  const int first = source->size() - count;
  for (int i = first; i < source->size(); ++i) {
    proto::OpDesc* op = program->mutable_blocks(to)->add_ops();
    op->Swap(source->Mutable(i));
    for (int block : BlocksOf(*op)) {
      program->mutable_blocks(block)->set_parent(to);
    }
  }
  source->DeleteSubrange(first, count);
}

// Moves the variables for which `moves` is true.
template <class Predicate>
void MoveVars(int from, int to, const Predicate& moves,
              proto::ProgramDesc* program) {
  auto* source = program->mutable_blocks(from)->mutable_vars();
  auto* target = program->mutable_blocks(to)->mutable_vars();
  int kept = 0;
  for (int i = 0; i < source->size(); ++i) {
    if (moves(source->Get(i))) {
      target->Add()->Swap(source->Mutable(i));
    } else {
      source->SwapElements(i, kept++);
    }
  }
  source->DeleteSubrange(kept, source->size() - kept);
}

// Returns the variables that the last `moved` operators of the global block
// have for themselves.
NameHashSet OwnVariables(const Program& program, int moved) {
  const UseDef uses(program, /*block=*/0);
  NameHashSet own, others;
  for (int op = 0; op < uses.num_ops(); ++op) {
    NameHashSet& names = op < uses.num_ops() - moved ? others : own;
    names.insert(uses.reads(op).begin(), uses.reads(op).end());
    names.insert(uses.writes(op).begin(), uses.writes(op).end());
  }
  for (const proto::VarDesc& var : program.global_block().desc().vars()) {
    if (var.persistable() || var.is_parameter()) own.erase(var.name());
  }
  for (const std::string& name : own) {
    PADDLE_ENFORCE(!others.contains(name), InvalidArgument, "'", name,
                   "' is used by an operator inside the block and by one "
                   "outside of it");
  }
  return own;
}

// Orders operators so that those that move come last.
int SortMoved(const std::vector<bool>& moves, proto::BlockDesc* block) {
  std::vector<proto::OpDesc> moved;
  std::vector<bool> stays;
  for (int i = 0; i < block->ops_size(); ++i) {
    stays.push_back(!moves[i]);
    if (moves[i]) moved.push_back(block->ops(i));
  }
  KeepOps(stays, block);
  for (proto::OpDesc& op : moved) block->add_ops()->Swap(&op);
  return static_cast<int>(moved.size());
}

// Puts the last block behind those that have a name, since a block stands
// before those inside it. Returns its index.
int MoveForward(Program* program) {
  const int last = program->num_blocks() - 1;
  const int index = static_cast<int>(BlockNames(*program).size()) + 1;
  std::vector<int> to(last + 1);
  for (int i = 0; i <= last; ++i) to[i] = i < index ? i : i + 1;
  to[last] = index;
  PermuteBlocks(to, program->mutable_desc());
  program->Changed();
  return index;
}

}  // namespace

NameList BlockNames(const Program& program) {
  NameList names;
  for (const proto::BlockDesc& block : program.desc().blocks()) {
    if (!block.name().empty()) names.push_back(block.name());
  }
  return names;
}

int FindNamedBlock(const Program& program, absl::string_view name) {
  const int index = IndexOf(program, name);
  PADDLE_ENFORCE(index != -1, NotFound, "the program has no block '", name,
                 "'; it has ", absl::StrJoin(BlockNames(program), ", "));
  return index;
}

int MoveToNamedBlock(const std::string& name, const std::vector<bool>& ops,
                     const NameList& arguments, const NameList& results,
                     Program* program) {
  PADDLE_ENFORCE(IndexOf(*program, name) == -1, AlreadyExists,
                 "the program has a block '", name, "'");
  program->AddBlock(0);
  const int index = MoveForward(program);
  proto::ProgramDesc* desc = program->mutable_desc();
  const int moved = SortMoved(ops, desc->mutable_blocks(0));
  program->Changed();
  NameHashSet own = OwnVariables(*program, moved);
  own.insert(arguments.begin(), arguments.end());
  MoveOps(0, index, moved, desc);
  MoveVars(
      0, index,
      [&](const proto::VarDesc& var) { return own.contains(var.name()); },
      desc);
  proto::BlockDesc* block = desc->mutable_blocks(index);
  block->set_name(name);
  *block->mutable_arguments() = {arguments.begin(), arguments.end()};
  *block->mutable_results() = {results.begin(), results.end()};
  program->Changed();
  return index;
}

std::shared_ptr<Program> ProgramOfBlock(const Program& program,
                                        absl::string_view name) {
  const int index = FindNamedBlock(program, name);
  auto alone = program.Clone();
  proto::ProgramDesc* desc = alone->mutable_desc();
  desc->mutable_blocks(0)->clear_ops();
  for (proto::BlockDesc& block : *desc->mutable_blocks()) block.clear_name();
  MoveOps(index, 0, desc->blocks(index).ops_size(), desc);
  MoveVars(
      index, 0, [](const proto::VarDesc&) { return true; }, desc);
  proto::BlockDesc* block = desc->mutable_blocks(index);
  desc->mutable_feeds()->Swap(block->mutable_arguments());
  desc->mutable_fetches()->Swap(block->mutable_results());
  alone->Changed();
  for (const std::string& feed : desc->feeds()) {
    alone->global_block().GetVar(feed).set_is_feed(true);
  }
  DropUnused(desc);
  alone->Changed();
  Verify(*alone);
  return alone;
}

}  // namespace paddle::framework
