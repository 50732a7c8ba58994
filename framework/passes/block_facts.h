// Asks of the operators of a program what passes need to know before they touch
// one.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/use_def.h"

namespace paddle::framework {

// True if an operator of any block is one that is asked for.
bool AnyOp(const Program& program,
           absl::FunctionRef<bool(const proto::OpDesc& op)> is);
// True if all operators of these types are linked: a pass emits no others.
bool AreLinked(const SchemaSource& schemas,
               absl::Span<const char* const> types);

class ProgramFacts;

// One block, a snapshot: the program outlives it and does not change meanwhile.
class BlockFacts {
 public:
  const UseDef& uses() const { return uses_; }
  const proto::BlockDesc& desc() const { return table_.desc(); }
  // True if the operator only computes: the same inputs give the same outputs,
  // and nothing else happens. It draws no random numbers, has no lasting
  // effect, updates nothing in place, owns no block, and the sizes of its
  // outputs do not depend on values. Each output is private.
  bool IsPure(int op) const;
  // True if a variable is a dense tensor of this block that does not outlive
  // the run, has one writer, and does not come from outside instead.
  bool IsPrivateOutput(const std::string& name) const;
  // True if what happens to the variable can be seen beyond the operators of
  // this block: it is an argument or result, a fetch, or another block mentions
  // its name.
  bool IsSeenOutside(const std::string& name) const;
  // Returns the operator that alone reads a variable which an operator of this
  // block computes and nobody else sees: together they may become one. -1 if
  // there is none.
  int OnlyReader(const std::string& name) const;
  // True if an operator reads more of a variable than its shape and data type.
  bool ReadsValue(int op, const std::string& name) const;
  // True if an operator that reads the variable would read the same value at
  // the place of a later operator.
  bool KeepsValue(const std::string& name, int op, int later) const;

 private:
  friend class ProgramFacts;
  BlockFacts(const ProgramFacts& program, const SymbolTable& table,
             UseDef uses);

  const ProgramFacts& program_;
  const SymbolTable& table_;
  const UseDef uses_;
};

// All blocks of a program, a snapshot as above.
class ProgramFacts {
 public:
  explicit ProgramFacts(const Program& program);

  int num_blocks() const { return program_.num_blocks(); }
  BlockFacts Block(int index) const;

 private:
  friend class BlockFacts;

  const Program& program_;
  const std::vector<Captures> captures_;
  const std::vector<bool> effects_;
  absl::flat_hash_set<std::string> feeds_;
  absl::flat_hash_set<std::string> fetches_;
  // In how many blocks a name is mentioned.
  absl::flat_hash_map<std::string, int> mentions_;
};

}  // namespace paddle::framework
