// Analyzes what a block keeps for its backward pass.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/captures.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"

namespace paddle::backward {

// The value of a variable that one forward operator computes.
struct ForwardValue {
  int writer = -1;
  // The last forward operator that reads the value, not only its shape; -1:
  // none does.
  int last_reader = -1;
  // Estimated: sizes that are not known yet count as 32.
  double bytes = 0;
  // A backward operator reads the value.
  bool saved = false;
  // The value can be computed again: its writer may run a second time, without
  // its effects, and reads nothing that has changed by then.
  bool repeatable = false;
};

// The forward values of a block whose operators from `num_forward` on are its
// backward pass. A snapshot: changes of the program, which must outlive it, are
// none of its own.
//
// Only dense tensors and step scopes of the block itself count that are neither
// persistable nor data and have one writer. An operator with blocks may run
// twice if nothing in them has a lasting effect, updates an outer variable, or
// draws numbers that cannot be drawn again.
class ForwardValues {
 public:
  ForwardValues(const framework::Program& program, int block, int num_forward);

  int num_forward() const { return num_forward_; }
  // Returns null for a variable that is no forward value.
  const ForwardValue* Find(const std::string& name) const;
  // Returns the forward values that a forward operator writes.
  const std::vector<const ForwardValue*>& WrittenBy(int op) const {
    return written_[op];
  }
  // Returns the variables whose values an operator reads, itself or through its
  // blocks.
  framework::NameList ReadsOf(const framework::proto::OpDesc& op) const;

 private:
  void AddWritten(const framework::SymbolTable& table, int op);
  void AddReads(const framework::proto::BlockDesc& block);
  void FindRepeatable(const framework::proto::BlockDesc& block);
  bool MayRunTwice(const framework::proto::OpDesc& op) const;
  bool BlocksMayRunTwice(const framework::proto::OpDesc& op) const;
  bool BlockMayRunTwice(int block) const;

  const framework::Program& program_;
  const int num_forward_;
  const std::vector<framework::Captures> captures_;
  absl::flat_hash_map<std::string, ForwardValue> values_;
  absl::flat_hash_map<std::string, int> last_writers_;
  std::vector<std::vector<const ForwardValue*>> written_;
};

}  // namespace paddle::backward
