#include "paddle/framework/ir/captures.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// A list of names, each once.
class NameSet {
 public:
  void Add(NameList names) {
    for (std::string& name : names) {
      if (IsNew(name)) names_.push_back(std::move(name));
    }
  }
  NameList Take() { return std::move(names_); }

 private:
  // An operator has few names, which are compared faster than hashed.
  bool IsNew(const std::string& name) {
    if (names_.size() < 16) {
      return std::find(names_.begin(), names_.end(), name) == names_.end();
    }
    if (seen_.empty()) seen_.insert(names_.begin(), names_.end());
    return seen_.insert(name).second;
  }

  NameList names_;
  absl::flat_hash_set<std::string> seen_;
};

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

}  // namespace

Captures TouchedBy(const proto::OpDesc& op,
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

Captures FindCaptures(const proto::ProgramDesc& program, int index,
                      const std::vector<Captures>& captures) {
  const proto::BlockDesc& block = program.blocks(index);
  const auto local = LocalNames(program, block);
  NameSet reads, writes;
  for (const proto::OpDesc& op : block.ops()) {
    CheckOwnedBlocks(program, index, op);
    const Captures uses = TouchedBy(op, captures);
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

}  // namespace paddle::framework
