#include "paddle/framework/passes/freeze_parameters.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/integer_convs.h"
#include "paddle/framework/passes/known_bytes.h"

namespace paddle::framework {

namespace {

using NameSet = absl::flat_hash_set<std::string>;

// Operators that together compute from persistables alone, and share some.
struct Group {
  std::vector<const proto::OpDesc*> ops;
  bool converts = false;  // one of them makes fewer bits
  bool packs = false;     // one of them orders numbers for this processor
};

// Finds what the program computes of its parameters.
class Finder {
 public:
  explicit Finder(const Program& program)
      : program_(program), prepare_(FindPrepareBlock(program)) {
    NoteConversions();
    NoteReads();
  }

  // Returns the groups that make the file smaller.
  std::vector<Group> Find() const;
  // Returns what the rest of the program reads of a group's results.
  NameList ResultsOf(const Group& group) const;

 private:
  void NoteConversions();
  void NoteReads();
  std::vector<Group> Groups() const;
  // Returns the bytes of tensors; nothing if a size is not known.
  absl::optional<int64_t> BytesOf(const NameList& names) const;
  // Returns the persistables that nothing but the group reads.
  NameList DroppedBy(const Group& group) const;
  bool IsPrepared(int block) const { return prepare_ > 0 && block == prepare_; }

  const Program& program_;
  const int prepare_;
  // Operators of the global block that make fewer bits of fixed variables.
  absl::flat_hash_set<const proto::OpDesc*> conversions_;
  NameSet read_;  // by what is neither one of these nor of the prepare block
};

bool IsCastTo16Bits(const proto::OpDesc& op) {
  if (op.type() != "cast") return false;
  const std::string to = GetAttr<std::string>(op, "out_dtype");
  return to == "bfloat16" || to == "float16";
}

void Finder::NoteConversions() {
  const ProgramFacts all(program_);
  const BlockFacts facts = all.Block(0);
  const FixedVars fixed(program_);
  const auto note = [&](int i) {
    const proto::OpDesc& op = facts.desc().ops(i);
    const std::string out = Output(op, "Out");
    if (facts.IsPure(i) && !facts.IsSeenOutside(out)) conversions_.insert(&op);
  };
  for (int i = 0; i < facts.desc().ops_size(); ++i) {
    const proto::OpDesc& op = facts.desc().ops(i);
    if (IsCastTo16Bits(op) && fixed.Has(0, Input(op, "X"))) note(i);
  }
  const IntegerConvFinder integers(program_.global_block(), facts, fixed);
  for (const IntegerConv& conv : integers.Find().convs) {
    if (conv.filter.stored) continue;
    const std::string rounded = Input(facts.desc().ops(conv.filter.op), "X");
    note(facts.uses().WriterBefore(rounded, conv.filter.op));
  }
}

void Finder::NoteReads() {
  const proto::ProgramDesc& desc = program_.desc();
  read_.insert(desc.fetches().begin(), desc.fetches().end());
  read_.insert(desc.feeds().begin(), desc.feeds().end());
  for (const proto::BlockDesc& block : desc.blocks()) {
    if (IsPrepared(block.index())) continue;
    read_.insert(block.arguments().begin(), block.arguments().end());
    read_.insert(block.results().begin(), block.results().end());
    for (const proto::OpDesc& op : block.ops()) {
      if (conversions_.contains(&op)) continue;
      for (const std::string& name : InputNames(op)) read_.insert(name);
      for (const std::string& name : OutputNames(op)) read_.insert(name);
    }
  }
}

// Operators that mention a variable together are in one group. Each joins the
// groups of its variables.
std::vector<Group> Finder::Groups() const {
  std::vector<const proto::OpDesc*> ops;
  if (prepare_ > 0) {
    for (const auto& op : program_.desc().blocks(prepare_).ops()) {
      ops.push_back(&op);
    }
  }
  for (const proto::OpDesc& op : program_.desc().blocks(0).ops()) {
    if (conversions_.contains(&op)) ops.push_back(&op);
  }
  std::vector<Group> groups;
  absl::flat_hash_map<std::string, size_t> group_of;  // a variable
  for (const proto::OpDesc* op : ops) {
    const size_t made = groups.size();
    groups.push_back({{op},
                      conversions_.contains(op) || IsCastTo16Bits(*op),
                      absl::StartsWith(op->type(), "pack_")});
    NameList names = InputNames(*op);
    for (const std::string& name : OutputNames(*op)) names.push_back(name);
    for (const std::string& name : names) {
      const auto [found, is_new] = group_of.emplace(name, made);
      const size_t other = found->second;
      if (is_new || other == made) continue;
      Group& from = groups[other];
      Group& to = groups[made];
      to.ops.insert(to.ops.end(), from.ops.begin(), from.ops.end());
      to.converts |= from.converts;
      to.packs |= from.packs;
      from = {};
      for (auto& entry : group_of) {
        if (entry.second == other) entry.second = made;
      }
    }
  }
  return groups;
}

absl::optional<int64_t> Finder::BytesOf(const NameList& names) const {
  int64_t bytes = 0;
  for (const std::string& name : names) {
    const proto::VarDesc& var = program_.global_block().GetVar(name);
    const int64_t size = KnownBytes(var);
    if (size < 0 || __builtin_add_overflow(bytes, size, &bytes)) {
      return absl::nullopt;
    }
  }
  return bytes;
}

NameList Finder::ResultsOf(const Group& group) const {
  NameList results;
  for (const proto::OpDesc* op : group.ops) {
    for (const std::string& name : OutputNames(*op)) {
      if (read_.contains(name)) results.push_back(name);
    }
  }
  std::sort(results.begin(), results.end());
  return results;
}

NameList Finder::DroppedBy(const Group& group) const {
  NameSet dropped;
  for (const proto::OpDesc* op : group.ops) {
    for (const std::string& name : InputNames(*op)) {
      const proto::VarDesc* var = program_.global_block().FindVar(name);
      if (var != nullptr && var->persistable() && !read_.contains(name)) {
        dropped.insert(name);
      }
    }
  }
  return {dropped.begin(), dropped.end()};
}

std::vector<Group> Finder::Find() const {
  std::vector<Group> found;
  for (Group& group : Groups()) {
    if (!group.converts || group.packs) continue;
    const auto before = BytesOf(DroppedBy(group));
    const auto after = BytesOf(ResultsOf(group));
    if (before && after && *after < *before) found.push_back(std::move(group));
  }
  return found;
}

// Takes the operators out of their block, and their results out of the prepare
// block's results and variables: a variable of its own would hide the parameter
// from what later passes compute there.
void Drop(const absl::flat_hash_set<const proto::OpDesc*>& ops,
          const NameSet& results, const proto::BlockDesc& before,
          proto::BlockDesc* block) {
  std::vector<bool> keep;
  for (const proto::OpDesc& op : before.ops())
    keep.push_back(!ops.contains(&op));
  KeepOps(keep, block);
  block->clear_results();
  for (const std::string& name : before.results()) {
    if (!results.contains(name)) block->add_results(name);
  }
  auto* vars = block->mutable_vars();
  vars->erase(std::remove_if(vars->begin(), vars->end(),
                             [&](const proto::VarDesc& var) {
                               return results.contains(var.name());
                             }),
              vars->end());
}

}  // namespace

FrozenProgram FreezeParameters(const std::shared_ptr<const Program>& program) {
  if (HasBackward(program->desc())) return {program, {}};
  const Finder finder(*program);
  absl::flat_hash_set<const proto::OpDesc*> ops;
  NameList computed;
  for (const Group& group : finder.Find()) {
    ops.insert(group.ops.begin(), group.ops.end());
    const NameList results = finder.ResultsOf(group);
    computed.insert(computed.end(), results.begin(), results.end());
  }
  if (computed.empty()) return {program, {}};
  auto made = program->Clone();
  proto::ProgramDesc* desc = made->mutable_desc();
  const NameSet results(computed.begin(), computed.end());
  const int prepare = FindPrepareBlock(*program);
  if (prepare > 0) {
    Drop(ops, results, program->desc().blocks(prepare),
         desc->mutable_blocks(prepare));
  }
  Drop(ops, {}, program->desc().blocks(0), desc->mutable_blocks(0));
  for (proto::VarDesc& var : *desc->mutable_blocks(0)->mutable_vars()) {
    if (!results.contains(var.name())) continue;
    var.set_derived(false);
    var.set_persistable(true);
    var.set_is_parameter(true);
  }
  DropUnused(desc);
  made->Changed();
  return {made, std::move(computed)};
}

}  // namespace paddle::framework
