// Finds the variables from which a program may derive others in its prepare
// block.
#pragma once

#include <string>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// A snapshot of who writes what; the program outlives it.
class FixedVars {
 public:
  explicit FixedVars(const Program& program);

  // True if a name means, in a block, a dense tensor of the global block that
  // is the same in all of a run: a persistable or derived variable that is not
  // fed and that at most `writers` operators write. Those are about to be
  // dropped.
  bool Has(int block, const std::string& name, int writers = 0) const;

 private:
  bool IsFed(const proto::VarDesc& var) const;

  const Program& program_;
  absl::flat_hash_map<std::string, int> writers_;
};

}  // namespace paddle::framework
