#include "paddle/framework/ir/use_def.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// A list of names, each once.
class NameSet {
 public:
  void Add(const NameList& names) {
    for (const std::string& name : names) {
      if (seen_.insert(name).second) names_.push_back(name);
    }
  }
  NameList Take() { return std::move(names_); }

 private:
  NameList names_;
  absl::flat_hash_set<std::string> seen_;
};

// What an operator touches, through its slots and through its blocks.
Captures UsesOf(const proto::OpDesc& op,
                const std::vector<Captures>& captures) {
  NameSet reads, writes;
  reads.Add(InputNames(op));
  writes.Add(OutputNames(op));
  if (!captures.empty()) {
    for (int index : BlocksOf(op)) {
      reads.Add(captures[index].reads);
      writes.Add(captures[index].writes);
    }
  }
  return {reads.Take(), writes.Take()};
}

void CheckOwnedBlocks(const proto::ProgramDesc& program, int block,
                      const proto::OpDesc& op) {
  for (int index : BlocksOf(op)) {
    PADDLE_ENFORCE(index > block && index < program.blocks_size(),
                   InvalidArgument, "operator ", op.type(), " of block ", block,
                   " owns block ", index, " of ", program.blocks_size());
  }
}

absl::flat_hash_set<std::string> LocalNames(const proto::ProgramDesc& program,
                                            const proto::BlockDesc& block) {
  absl::flat_hash_set<std::string> names;
  for (const auto& var : block.vars()) names.insert(var.name());
  const int forward = block.forward_block();
  if (forward >= 0 && forward < program.blocks_size()) {
    for (const auto& var : program.blocks(forward).vars()) {
      names.insert(var.name());
    }
  }
  return names;
}

NameList Without(const NameList& names,
                 const absl::flat_hash_set<std::string>& known) {
  NameList outer;
  for (const std::string& name : names) {
    if (!known.contains(name)) outer.push_back(name);
  }
  return outer;
}

const std::vector<int>& Find(
    const absl::flat_hash_map<std::string, std::vector<int>>& map,
    absl::string_view name) {
  static const std::vector<int>& none = *new std::vector<int>;
  auto entry = map.find(name);
  return entry == map.end() ? none : entry->second;
}

}  // namespace

Captures FindCaptures(const proto::ProgramDesc& program, int index,
                      const std::vector<Captures>& captures) {
  const proto::BlockDesc& block = program.blocks(index);
  const auto local = LocalNames(program, block);
  NameSet reads, writes;
  for (const proto::OpDesc& op : block.ops()) {
    CheckOwnedBlocks(program, index, op);
    const Captures uses = UsesOf(op, captures);
    reads.Add(Without(uses.reads, local));
    writes.Add(Without(uses.writes, local));
  }
  reads.Add(Without({block.results().begin(), block.results().end()}, local));
  return {reads.Take(), writes.Take()};
}

// A block owns later ones only, so that going backwards each block finds those
// it owns done, however deep they are nested.
std::vector<Captures> FindCaptures(const proto::ProgramDesc& program) {
  std::vector<Captures> captures(program.blocks_size());
  for (int i = program.blocks_size() - 1; i >= 0; --i) {
    captures[i] = FindCaptures(program, i, captures);
  }
  return captures;
}

UseDef::UseDef(const proto::ProgramDesc& program, int block)
    : UseDef(program.blocks(block), FindCaptures(program)) {}

UseDef::UseDef(const proto::BlockDesc& block) : UseDef(block, {}) {}

UseDef::UseDef(const proto::BlockDesc& block,
               const std::vector<Captures>& captures) {
  for (const proto::OpDesc& op : block.ops()) {
    const int index = num_ops();
    ops_.push_back(UsesOf(op, captures));
    for (const auto& name : ops_.back().reads) readers_[name].push_back(index);
    for (const auto& name : ops_.back().writes) writers_[name].push_back(index);
  }
}

bool UseDef::Reads(int op, absl::string_view name) const {
  const std::vector<int>& ops = readers(name);
  return std::binary_search(ops.begin(), ops.end(), op);
}
bool UseDef::Writes(int op, absl::string_view name) const {
  const std::vector<int>& ops = writers(name);
  return std::binary_search(ops.begin(), ops.end(), op);
}

const std::vector<int>& UseDef::readers(absl::string_view name) const {
  return Find(readers_, name);
}
const std::vector<int>& UseDef::writers(absl::string_view name) const {
  return Find(writers_, name);
}

int UseDef::WriterBefore(absl::string_view name, int op) const {
  const std::vector<int>& ops = writers(name);
  auto after = std::lower_bound(ops.begin(), ops.end(), op);
  return after == ops.begin() ? -1 : *(after - 1);
}

int UseDef::LastUse(absl::string_view name) const {
  int last = -1;
  if (!readers(name).empty()) last = readers(name).back();
  if (!writers(name).empty()) last = std::max(last, writers(name).back());
  return last;
}

}  // namespace paddle::framework
