// Tells where each variable of a block is defined, used, and used last: the one
// use-def and liveness analysis, for pruning, differentiation, the memory
// planner and the passes.
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
  // The writers that update it in place: through a pair of slots that the
  // operator declares, both of which name it.
  std::vector<int> updaters;
  // The last reader that needs the value and not its dims alone; -1: none.
  int last_value_reader = -1;
  // Some operator touches it through a block that it owns, and no slot.
  bool captured = false;

  int first_reader() const { return readers.empty() ? -1 : readers.front(); }
  int first_writer() const { return writers.empty() ? -1 : writers.front(); }
  int last_writer() const { return writers.empty() ? -1 : writers.back(); }
  // Returns the last operator that touches it; -1: none does.
  int last_use() const;
  // Returns the last operator that writes it or reads its value: from there on
  // its memory is free, though its dims may still be asked for.
  int last_value_use() const;
  // True if it must have a value before the block runs: an operator reads it
  // that is not after its first writer. What updates a variable reads it.
  bool live_in() const;
};

// An output that may lie in the memory of an input, as the operator declares.
struct Alias {
  std::string output;
  std::string input;
  bool update = false;  // it is the same variable, updated in place
};

// The uses and definitions of one block, a snapshot. Operators are known by
// their index in the block. What an operator's blocks capture counts as read,
// and what they update outside as written, by that operator. Read-only
// afterwards, and then safe for any number of threads.
class UseDef {
 public:
  // Block `block` of a program, with all that is known of it.
  UseDef(const Program& program, int block);
  // As above, for a block that differs from that of the program (being pruned,
  // say). `table` finds its variables and `captures` are those of all blocks
  // that its operators own; `effects`, unless empty, says which blocks have a
  // lasting effect. All outlive the constructor only.
  UseDef(const proto::BlockDesc& block, const SchemaSource& schemas,
         const SymbolTable& table, const std::vector<Captures>& captures,
         const std::vector<bool>& effects);
  // A block alone: slots, and, with `schemas`, what its operators declare. What
  // owned blocks capture is not seen, and there are no effects.
  explicit UseDef(const proto::BlockDesc& block,
                  const SchemaSource* schemas = nullptr);
  // Analyzes given reads and writes of operators, such as those alone through
  // which gradients flow; each name once.
  explicit UseDef(std::vector<Captures> ops);

  int num_ops() const { return static_cast<int>(ops_.size()); }
  // Each name once; without the empty ones.
  const NameList& reads(int op) const { return ops_[op].reads; }
  const NameList& writes(int op) const { return ops_[op].writes; }
  bool Reads(int op, absl::string_view name) const;
  bool Writes(int op, absl::string_view name) const;
  // True if the operator does something that outlives the run: it is declared
  // so (print), writes a persistable, or owns a block with such an operator.
  bool has_effect(int op) const { return effects_[op]; }
  // True if any operator has one.
  bool has_effect() const;

  // The uses of a variable; an empty one for a name that nobody touches.
  const VarUses& uses(absl::string_view name) const;
  const std::vector<int>& readers(absl::string_view name) const {
    return uses(name).readers;
  }
  const std::vector<int>& writers(absl::string_view name) const {
    return uses(name).writers;
  }
  // Returns the writer whose value `op` sees under a name; -1: it comes from
  // outside.
  int WriterBefore(absl::string_view name, int op) const;
  // Returns the last operator that reads or writes a name, or -1.
  int LastUse(absl::string_view name) const { return uses(name).last_use(); }

 private:
  void AddOp(Captures touched);
  void NoteSlots(const proto::OpDesc& op, const OpProto* proto);
  void NoteCaptured(const proto::OpDesc& op);
  void NoteValues(const proto::OpDesc& op, const OpProto* proto);

  std::vector<Captures> ops_;
  std::vector<bool> effects_;
  absl::flat_hash_map<std::string, VarUses> vars_;
};

// Returns the outputs of an operator that may lie in the memory of an input:
// updates in place, and takeovers of an input that no other argument reads. Of
// slots that are lists, the first arguments may.
std::vector<Alias> AliasesOf(const proto::OpDesc& op, const OpProto& proto);

// Returns the names that a gradient block, whose analysis is `uses`, reads of
// its forward block, in the order of first use; none for other blocks.
NameList ReadsOfForward(const Program& program, int block, const UseDef& uses);

// Returns, by index, which blocks of a program have an operator with a lasting
// effect.
std::vector<bool> FindEffects(const Program& program,
                              const std::vector<Captures>& captures);

}  // namespace paddle::framework
