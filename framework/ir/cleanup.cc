#include "paddle/framework/ir/cleanup.h"

#include <algorithm>
#include <string>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using NameHashSet = absl::flat_hash_set<std::string>;

// Returns the results of the prepare block that another block mentions.
std::vector<std::string> UsedResults(const proto::ProgramDesc& program) {
  const int index = program.prepare_block();
  NameHashSet used(program.fetches().begin(), program.fetches().end());
  for (const proto::BlockDesc& block : program.blocks()) {
    if (block.index() == index) continue;
    for (const proto::OpDesc& op : block.ops()) {
      for (const std::string& name : InputNames(op)) used.insert(name);
    }
    used.insert(block.results().begin(), block.results().end());
  }
  std::vector<std::string> results;
  for (const std::string& name : program.blocks(index).results()) {
    if (used.contains(name)) results.push_back(name);
  }
  return results;
}

void KeepNeededOps(proto::BlockDesc* block) {
  NameHashSet needed(block->results().begin(), block->results().end());
  std::vector<bool> stays(block->ops_size(), false);
  for (int i = block->ops_size() - 1; i >= 0; --i) {
    for (const std::string& name : OutputNames(block->ops(i))) {
      if (needed.contains(name)) stays[i] = true;
    }
    if (!stays[i]) continue;
    for (const std::string& name : InputNames(block->ops(i))) {
      needed.insert(name);
    }
  }
  KeepOps(stays, block);
}

template <typename Messages, typename Predicate>
void RemoveIf(Messages* messages, Predicate predicate) {
  messages->erase(std::remove_if(messages->begin(), messages->end(), predicate),
                  messages->end());
}

void TrimPrepareBlock(proto::ProgramDesc* program) {
  const int index = program->prepare_block();
  if (index <= 0 || index >= program->blocks_size()) return;
  proto::BlockDesc* block = program->mutable_blocks(index);
  const std::vector<std::string> used = UsedResults(*program);
  *block->mutable_results() = {used.begin(), used.end()};
  KeepNeededOps(block);
  // The block may go on computing from one that is no result any more.
  const NameHashSet results(used.begin(), used.end());
  RemoveIf(program->mutable_blocks(0)->mutable_vars(),
           [&](const proto::VarDesc& var) {
             return var.derived() && !results.contains(var.name());
           });
}

std::vector<bool> NeededBlocks(const proto::ProgramDesc& program, int root) {
  std::vector<bool> needed(program.blocks_size(), false);
  std::vector<int> work;
  const auto need = [&](int index) {
    PADDLE_ENFORCE(index >= 0 && index < program.blocks_size(), InvalidArgument,
                   "block ", index, " of a program of ", program.blocks_size(),
                   " blocks");
    // A work list instead of recursion: nesting has no depth limit.
    if (!needed[index]) work.push_back(index);
    needed[index] = true;
  };
  need(root);
  const int prepare = program.prepare_block();
  if (prepare > 0 && !program.blocks(prepare).results().empty()) need(prepare);
  for (const proto::BlockDesc& block : program.blocks()) {
    if (!block.name().empty()) need(block.index());
  }
  while (!work.empty()) {
    const proto::BlockDesc& block = program.blocks(work.back());
    work.pop_back();
    if (block.parent() != -1) need(block.parent());
    if (block.forward_block() != -1) need(block.forward_block());
    for (const proto::OpDesc& op : block.ops()) {
      for (int index : BlocksOf(op)) need(index);
    }
  }
  return needed;
}

void RenumberAttrs(const std::vector<int>& renumbered, proto::OpDesc* op) {
  for (proto::Attr& attr : *op->mutable_attrs()) {
    if (attr.has_block()) attr.set_block(renumbered[attr.block()]);
    if (!attr.has_blocks()) continue;
    for (int& index : *attr.mutable_blocks()->mutable_values()) {
      index = renumbered[index];
    }
  }
}

void Renumber(const std::vector<int>& renumbered, proto::BlockDesc* block) {
  if (block->parent() != -1) block->set_parent(renumbered[block->parent()]);
  if (block->forward_block() != -1) {
    block->set_forward_block(renumbered[block->forward_block()]);
  }
  for (auto& op : *block->mutable_ops()) RenumberAttrs(renumbered, &op);
}

std::vector<int> DropUnusedBlocks(proto::ProgramDesc* program, int root) {
  const std::vector<bool> needed = NeededBlocks(*program, root);
  auto* blocks = program->mutable_blocks();
  std::vector<int> renumbered(needed.size(), -1);
  int kept = 0;
  for (int i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    renumbered[i] = kept;
    // Swapping keeps the order of kept blocks, because kept never exceeds i.
    blocks->SwapElements(i, kept);
    blocks->Mutable(kept)->set_index(kept);
    ++kept;
  }
  while (blocks->size() > kept) blocks->RemoveLast();
  for (auto& block : *blocks) Renumber(renumbered, &block);
  const int prepare = renumbered[program->prepare_block()];
  program->set_prepare_block(std::max(prepare, 0));
  return renumbered;
}

void AddMentioned(const proto::BlockDesc& block, NameHashSet* names) {
  for (const proto::OpDesc& op : block.ops()) {
    for (const std::string& name : InputNames(op)) names->insert(name);
    for (const std::string& name : OutputNames(op)) names->insert(name);
  }
  names->insert(block.arguments().begin(), block.arguments().end());
  names->insert(block.results().begin(), block.results().end());
}

void DropUnusedVars(proto::ProgramDesc* program) {
  NameHashSet names(program->feeds().begin(), program->feeds().end());
  names.insert(program->fetches().begin(), program->fetches().end());
  for (const auto& block : program->blocks()) AddMentioned(block, &names);
  for (proto::BlockDesc& block : *program->mutable_blocks()) {
    // Names count program-wide: inner blocks read variables of outer ones by
    // name alone.
    RemoveIf(block.mutable_vars(), [&](const proto::VarDesc& var) {
      return !names.contains(var.name());
    });
  }
}

void DropUnusedVersions(proto::ProgramDesc* program) {
  NameHashSet types;
  for (const auto& block : program->blocks()) {
    for (const proto::OpDesc& op : block.ops()) types.insert(op.type());
  }
  RemoveIf(program->mutable_op_versions(),
           [&](const proto::OpVersion& version) {
             return !types.contains(version.type());
           });
}

}  // namespace

void KeepOps(const std::vector<bool>& keep, proto::BlockDesc* block) {
  int kept = 0;
  for (int i = 0; i < block->ops_size(); ++i) {
    if (keep[i]) block->mutable_ops()->SwapElements(i, kept++);
  }
  block->mutable_ops()->DeleteSubrange(kept, block->ops_size() - kept);
}

void PermuteBlocks(const std::vector<int>& to, proto::ProgramDesc* program) {
  proto::ProgramDesc old;
  old.mutable_blocks()->Swap(program->mutable_blocks());
  for (size_t i = 0; i < to.size(); ++i) program->add_blocks();
  for (size_t i = 0; i < to.size(); ++i) {
    proto::BlockDesc* block = program->mutable_blocks(to[i]);
    block->Swap(old.mutable_blocks(static_cast<int>(i)));
    block->set_index(to[i]);
    Renumber(to, block);
  }
  program->set_prepare_block(to[program->prepare_block()]);
}

std::vector<int> DropUnused(proto::ProgramDesc* program, int root) {
  TrimPrepareBlock(program);
  std::vector<int> renumbered = DropUnusedBlocks(program, root);
  DropUnusedVars(program);
  DropUnusedVersions(program);
  return renumbered;
}

}  // namespace paddle::framework
