// Who reads and who writes each name of a block: the one use-def analysis,
// which prune, backward, the memory planner and fusion share.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

// The outer names that the operators of a block touch, those of the blocks they
// own included, each once, in the order of first use. A name that the block (or
// its forward block) has a variable for is not an outer one.
struct Captures {
  NameList reads;
  NameList writes;
};

// The captures of each block of a program, by index. InvalidArgument for a
// block that owns itself or an earlier block, or one that does not exist.
std::vector<Captures> FindCaptures(const proto::ProgramDesc& program);
// Those of one block, given those of all later ones.
Captures FindCaptures(const proto::ProgramDesc& program, int block,
                      const std::vector<Captures>& captures);

// The reads and writes of one block, a snapshot. Operators are known by their
// index in the block. What an operator's blocks capture counts as read, and
// what they update outside as written, by that operator. Read-only afterwards,
// and then safe for any number of threads.
class UseDef {
 public:
  // Block `block` of a program.
  UseDef(const proto::ProgramDesc& program, int block);
  // The same, the captures being known.
  UseDef(const proto::BlockDesc& block, const std::vector<Captures>& captures);
  // A block alone: what the blocks it owns capture is not seen.
  explicit UseDef(const proto::BlockDesc& block);

  int num_ops() const { return static_cast<int>(ops_.size()); }
  // Each name once; without the empty ones.
  const NameList& reads(int op) const { return ops_[op].reads; }
  const NameList& writes(int op) const { return ops_[op].writes; }
  bool Reads(int op, absl::string_view name) const;
  bool Writes(int op, absl::string_view name) const;

  // The operators that touch a name, in the order they run; none for a name
  // nobody touches.
  const std::vector<int>& readers(absl::string_view name) const;
  const std::vector<int>& writers(absl::string_view name) const;
  // The writer whose value `op` sees under a name; -1: it comes from outside.
  int WriterBefore(absl::string_view name, int op) const;
  // The last operator that reads or writes a name, or -1.
  int LastUse(absl::string_view name) const;

 private:
  std::vector<Captures> ops_;
  absl::flat_hash_map<std::string, std::vector<int>> readers_;
  absl::flat_hash_map<std::string, std::vector<int>> writers_;
};

}  // namespace paddle::framework
