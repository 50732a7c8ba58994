// Analyzes where each variable of a block is defined, used, and used last.
// Pruning, differentiation, the memory planner and the passes share this
// use-def and liveness analysis.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/captures.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// The operators of a block that touch one variable, by their index in the
// block, each once and in the order they run.
struct VarUses {
  std::vector<int> readers;
  std::vector<int> writers;
  // The writers that update it in place: the operator declares a pair of slots
  // for that, and both hold the variable.
  std::vector<int> updaters;
  // The last reader that needs the value, not only the dims; -1: none.
  int last_value_reader = -1;
  // True if an operator reads or writes it only through a block it owns.
  bool captured = false;

  int first_reader() const { return readers.empty() ? -1 : readers.front(); }
  int first_writer() const { return writers.empty() ? -1 : writers.front(); }
  int last_writer() const { return writers.empty() ? -1 : writers.back(); }
  // Returns the last operator that reads or writes it; -1: none does.
  int last_use() const;
  // Returns the last operator that writes it or reads its value. Afterwards its
  // memory is free, though later operators may read its dims.
  int last_value_use() const;
  // True if it must have a value before the block runs: its first reader is not
  // after its first writer. An operator that updates it in place counts as a
  // reader.
  bool live_in() const;
};

// An output that may share the memory of an input, as the operator declares.
struct Alias {
  std::string output;
  std::string input;
  bool update = false;  // it is the same variable, updated in place
};

// The uses and definitions of one block: a snapshot, which does not follow
// later changes. Operators are identified by their index in the block. An
// operator counts as reading what its blocks capture, and as writing what they
// update outside themselves. Immutable after construction, so any number of
// threads may read it.
class UseDef {
 public:
  // Analyzes a block of a program, with captures and lasting effects.
  UseDef(const Program& program, int block);
  // Analyzes a block that differs from the one in the program, for example
  // while it is pruned. `table` finds its variables; `captures` has the
  // captures of each block of the program, by index; `effects`, unless empty,
  // says which blocks have a lasting effect. Keeps no reference to any
  // argument.
  //
  // `feeds` come from outside: the write of an operator that does not read the
  // feed is discarded, so that the operator is none of the variable's writers.
  UseDef(const proto::BlockDesc& block, const SchemaSource& schemas,
         const SymbolTable& table, const std::vector<Captures>& captures,
         const std::vector<bool>& effects, const NameList& feeds = {});
  // Analyzes a block without its program: the slots of its operators and, with
  // `schemas`, what they declare. Captures of owned blocks are ignored, and no
  // operator has an effect.
  explicit UseDef(const proto::BlockDesc& block,
                  const SchemaSource* schemas = nullptr,
                  const NameList& feeds = {});
  // Analyzes the given reads and writes of operators, each name once.
  // Differentiation passes only those through which gradients flow.
  explicit UseDef(std::vector<Captures> ops);

  int num_ops() const { return static_cast<int>(ops_.size()); }
  // Return the variables that an operator reads and writes, each once, without
  // empty names and with discarded writes.
  const NameList& reads(int op) const { return ops_[op].reads; }
  const NameList& writes(int op) const { return ops_[op].writes; }
  bool Reads(int op, absl::string_view name) const;
  // Discarded writes do not count.
  bool Writes(int op, absl::string_view name) const;
  // True if the operator has an effect that outlives the run: it declares one
  // (print), writes a persistable, or owns a block with such an operator.
  bool has_effect(int op) const { return effects_[op]; }
  // True if any operator has a lasting effect.
  bool has_effect() const;

  // Returns the uses of a variable; empty ones for a name that no operator
  // uses. Valid as long as this object.
  const VarUses& uses(absl::string_view name) const;
  const std::vector<int>& readers(absl::string_view name) const {
    return uses(name).readers;
  }
  const std::vector<int>& writers(absl::string_view name) const {
    return uses(name).writers;
  }
  // Returns the operator whose value `op` reads under a name: the last writer
  // before it. -1 if the value comes from outside the block.
  int WriterBefore(absl::string_view name, int op) const;
  // Returns the last operator that reads or writes a name, or -1.
  int LastUse(absl::string_view name) const { return uses(name).last_use(); }

 private:
  // `shapes` are the names of which the operator reads only the dims.
  void AddOp(Captures touched, const NameList& shapes = {},
             const NameList& feeds = {});
  void NoteSlots(const proto::OpDesc& op, const OpProto* proto);
  void NoteCaptured(const proto::OpDesc& op);

  std::vector<Captures> ops_;
  std::vector<bool> effects_;
  absl::flat_hash_map<std::string, VarUses> vars_;
};

// Returns the outputs of an operator that may share the memory of an input:
// updates in place, and outputs that take over an input that no other argument
// of the operator reads. A slot that is a list takes part with its first
// argument in the latter.
std::vector<Alias> AliasesOf(const proto::OpDesc& op, const OpProto& proto);

// Returns the variables of its forward block that a gradient block reads, in
// the order of first use, then those that are only results of it; none for
// other blocks. `uses` is the analysis of the gradient block.
NameList ReadsOfForward(const Program& program, int block, const UseDef& uses);

// Returns a flag for each block of a program: true if it has an operator with a
// lasting effect.
std::vector<bool> FindEffects(const Program& program,
                              const std::vector<Captures>& captures);

}  // namespace paddle::framework
