// Operators of a block that passes drop because other values stand for theirs.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

// Collects, from the first operator of a block to the last, what is to be
// dropped. Not thread safe.
class StandIns {
 public:
  explicit StandIns(int ops) : kept_(ops, true) {}

  // Returns the variable that stands for `name`; `name` itself if none does.
  const std::string& Of(const std::string& name) const;
  // Has `by` stand for `name`, in what Apply changes. Nothing may stand for
  // `by`.
  void Replace(const std::string& name, const std::string& by) {
    by_[name] = by;
  }
  void Drop(int op) { kept_[op] = false; }
  bool any() const { return !by_.empty(); }

  // Has an operator read what stands for its inputs.
  void RenameInputs(proto::OpDesc* op) const;
  // Drops the operators, and has the others of the same block read what stands
  // for their inputs.
  void Apply(proto::BlockDesc* block) const;

 private:
  std::vector<bool> kept_;
  absl::flat_hash_map<std::string, std::string> by_;
};

}  // namespace paddle::framework
