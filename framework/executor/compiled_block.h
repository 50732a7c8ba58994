// Holds a block as a list of instructions over numbered slots: the artifact
// that BlockCompiler makes, frames run, and nobody changes.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Immutable, and so safe for any number of threads. Kernels are chosen, names
// resolved to slots, and last uses known, so that a run does no protobuf work,
// no name look-up and no operator construction. It holds no value of a
// variable: that is what frames are for (frame.h). Keeps the program alive.
class CompiledBlock {
 public:
  // The source of a variable's value, and the owner of its memory.
  enum class Storage {
    kCaptured,      // looked up in the scope, or given by the owning operator
    kInput,         // set before each run: a feed, an argument of the block
    kSnapshot,      // set before each run to a copy of what the scope holds
    kOutput,        // written by the block, to memory of its own
    kIntermediate,  // written by the block, to memory that is used again
  };
  // The part of a variable that a gradient block reads after the run.
  enum class SavedForGradient { kNothing, kShape, kValue };

  // A variable of the block.
  struct Slot {
    std::string name;
    Storage storage = Storage::kIntermediate;
    proto::VarKind kind = proto::DENSE_TENSOR;
    DataType dtype = DataType::kFloat32;
    bool persistable = false;
    // The frame makes the variable; otherwise it is the scope's or the owner's.
    bool in_frame = true;
    // This is the write to a feed that no operator reads: nobody sees it.
    bool discarded = false;
    // Written by an operator of the block, or of a block that one of them owns.
    bool written = false;
    SavedForGradient saved = SavedForGradient::kNothing;
    // Liveness, as indices of instructions; -1: none.
    int first_reader = -1;  // before any writer: live at the start
    int first_writer = -1;
    int last_use = -1;  // reads of the shape alone do not count
  };

  // An operator, bound to slots.
  struct Instruction {
    std::unique_ptr<OpArguments> arguments;
    std::unique_ptr<OperatorBase> op;
    const OpSchema* schema = nullptr;
    std::vector<int> slots;  // by argument; -1 where empty
    // Outputs, except those updated in place: dense intermediates, which are in
    // the arena, and all others, which are allocated before each call.
    std::vector<int> arena_outputs;
    std::vector<int> allocated_outputs;
    std::vector<int> releases;  // slots whose last use this is
    // (output slot, input slot): the output may take over the input's memory.
    std::vector<std::pair<int, int>> reuses;
  };

  // The variables that an operator exchanges with a block it owns, as slots.
  // The last two lists are sorted by name, so that entries of one variable
  // match.
  struct Boundary {
    std::vector<int> arguments;
    std::vector<int> results;
    std::vector<int> saved;  // read by gradient blocks of this block
    std::vector<int>
        forward_links;  // of a gradient block: read of its forward block
    bool has_gradient = false;  // the program has a gradient block of it
  };

  // All that is known about the block; filled by BlockCompiler.
  struct Contents {
    std::shared_ptr<const Program> program;
    int block_index = 0;
    platform::Place place;
    bool device_graphs = true;
    bool trains = false;
    std::string counter;
    std::vector<Slot> slots;
    std::map<std::string, int, std::less<>> slot_index;
    std::vector<Instruction> instructions;
    int planned_end = 0;
    std::vector<int> external_slots;
    std::vector<int> updated_slots;
    bool writes_scope = false;
    Boundary boundary;
  };

  explicit CompiledBlock(Contents contents) : contents_(std::move(contents)) {}
  CompiledBlock(const CompiledBlock&) = delete;
  CompiledBlock& operator=(const CompiledBlock&) = delete;

  const Program& program() const { return *contents_.program; }
  int block_index() const { return contents_.block_index; }
  const SymbolTable& table() const { return program().block(block_index()); }
  const platform::Place& place() const { return contents_.place; }
  // True if runs on a GPU that repeat are replayed as a graph.
  bool device_graphs() const { return contents_.device_graphs; }
  // True if an operator of the program, in this block or another, belongs to
  // the backward pass or to the optimizer.
  bool trains() const { return contents_.trains; }
  // The variable of the root scope that counts runs; "" for none.
  const std::string& counter() const { return contents_.counter; }

  const std::vector<Slot>& slots() const { return contents_.slots; }
  // Returns -1 for a name that the block does not mention.
  int FindSlot(absl::string_view name) const {
    const auto found = contents_.slot_index.find(name);
    return found == contents_.slot_index.end() ? -1 : found->second;
  }
  const std::vector<Instruction>& instructions() const {
    return contents_.instructions;
  }
  // The first instruction whose output sizes depend on values and so are
  // unknown before it runs; shapes and memory are planned up to it.
  int planned_end() const { return contents_.planned_end; }
  // The slots whose values come from outside: captured, input and snapshot.
  const std::vector<int>& external_slots() const {
    return contents_.external_slots;
  }
  // The external slots that the block updates in place: a frame has to ensure
  // that nobody else uses their memory.
  const std::vector<int>& updated_slots() const {
    return contents_.updated_slots;
  }
  // True if a run changes the given scope or one of its ancestors.
  bool writes_scope() const { return contents_.writes_scope; }
  const Boundary& boundary() const { return contents_.boundary; }

 private:
  const Contents contents_;
};

}  // namespace paddle::framework
