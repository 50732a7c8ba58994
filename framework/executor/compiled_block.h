// A block turned into a list of instructions: what runs thousands of times.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

class Frame;

struct CompileOptions {
  platform::Place place;
  // Variables to leave in the scope, in memory of their own, after a run.
  std::vector<std::string> kept;
  // Variables whose values come from outside although an operator may write
  // them: what it writes is dropped.
  std::vector<std::string> fed;
  // Leave every variable in the scope (Block::Run).
  bool keep_all = false;
  // The run has a scope of its own, a child of the given one (scoped_run.h):
  // what is fed or kept, and all else that operators write and that is not
  // persistable, lives there. Fed and kept variables have slots, used or not.
  bool own_scope = false;
  // With own_scope: persistables that operators write live there, too, and
  // begin as copies of those in the given scope, which stay as they are.
  bool discard_updates = false;
  // The name of a counter of runs, a std::atomic<uint64_t> in the root scope,
  // made if need be; empty: none.
  std::string counter;
  // Lay intermediates out in one arena (see memory_plan.h). Off: each is
  // allocated before its operator runs and given back after its last use. The
  // results are the same bits.
  bool plan_memory = true;
  // On a GPU, replay runs that repeat as one graph (see frame_graph.h).
  bool device_graphs = true;
  // The block belongs to an operator, which runs it (owned_block.h) and gives
  // it the values of its arguments and of what it reads from outside; its
  // results are kept. Otherwise it runs on a scope.
  bool owned = false;
};

struct RunOptions {
  uint64_t seed = 0;
  uint64_t step = 0;
  // After each operator look for NaN and infinity in its outputs;
  // FailedPrecondition, naming the first operator that made one.
  bool check_nan_inf = false;
  // Once it is cancelled, the run throws Cancelled, and leaves what any run
  // leaves that fails. Null: the run cannot be cancelled.
  platform::CancellationToken* cancellation = nullptr;
};

// Made once per (program version, block, place, kept variables): kernels
// chosen, names resolved to slots, last uses known. Immutable; any number of
// threads may run it at the same time, on any scopes: a run takes the locks of
// the scopes that it looks into (scope_locks.h). What a run needs is in a
// Frame; frames are kept for the next run. Running does no protobuf work, no
// name look-up and no operator construction, and for shapes seen before no
// shape inference and no heap allocation.
class CompiledBlock {
 public:
  // Keeps the program alive. Unimplemented, with operator and call site, if a
  // kernel is missing, or for blocks that nest more than a hundred deep.
  CompiledBlock(std::shared_ptr<const Program> program, int block,
                CompileOptions options);
  ~CompiledBlock();
  CompiledBlock(const CompiledBlock&) = delete;
  CompiledBlock& operator=(const CompiledBlock&) = delete;

  // Runs all operators. Variables that come from outside (persistables, data,
  // variables of parent blocks, and whatever no operator here writes) are found
  // in `scope` or its parents; a persistable that is written and exists nowhere
  // is made in the root scope. Memory that is looked at from elsewhere is not
  // updated: the variable gets a copy first. Waits for the locks of `scope` and
  // its parents; FailedPrecondition if this thread holds one. Errors carry
  // operator, shapes and call site.
  void Run(Scope* scope, const RunOptions& options) const;
  // The shape functions alone, for the shapes the outside variables have; sets
  // the dims of kept variables. No kernel runs.
  void InferShape(Scope* scope) const;

  // How a variable of the block is held.
  enum class Storage {
    kOutside,  // found in the scope, or captured by the owner
    kGiven,    // who runs the block sets the value before each run
    kCopied,   // begins each run as a copy of what is found in the scope
    kKept,     // made by this block, with memory of its own
    kFrame,    // belongs to the run
  };
  struct Slot {
    std::string name;
    Storage storage = Storage::kFrame;
    proto::VarKind kind = proto::DENSE_TENSOR;
    DataType dtype = DataType::kFloat32;
    bool persistable = false;
    // A gradient block reads it: the value of each run is kept for that.
    bool saved = false;
    bool saved_value = false;  // not the shape alone
    bool dropped = false;      // what an operator writes to a fed variable
    bool written = false;      // here, or by a block that an operator owns
    int first_reader = -1;     // before any writer: must have a value at start
    int first_writer = -1;
    int last_use = -1;  // instruction index; shape-only reads do not count
  };
  struct Instruction {
    std::unique_ptr<OpArguments> arguments;
    std::unique_ptr<OperatorBase> op;
    const OpSchema* schema = nullptr;
    std::vector<int> slots;     // by argument; -1 where empty
    std::vector<int> placed;    // outputs whose memory belongs to the run
    std::vector<int> own;       // outputs with memory of their own
    std::vector<int> releases;  // slots whose last use this is
    // (output slot, input slot): the output may take over the memory.
    std::vector<std::pair<int, int>> reuses;
  };

  const std::vector<Slot>& slots() const { return slots_; }
  const std::vector<Instruction>& instructions() const { return instructions_; }
  // Slots of Storage::kOutside, kGiven and kCopied.
  const std::vector<int>& outside() const { return outside_; }
  // Those of kOutside and kGiven whose memory the block changes in place.
  const std::vector<int>& updated() const { return updated_; }
  // Whether a run changes the scope it is given, or a parent of it.
  bool writes_scope() const { return writes_scope_; }
  // Of an owned block: the slots of the block's arguments and results, in their
  // order; of what its gradient blocks read of it; and, of a gradient block, of
  // what it reads of its forward block. The last two stand in the order of
  // their names, so that those of one variable are found together.
  const std::vector<int>& arguments() const { return arguments_; }
  const std::vector<int>& results() const { return results_; }
  const std::vector<int>& saved() const { return saved_; }
  const std::vector<int>& forward_links() const { return forward_links_; }
  // Whether the program has a gradient block of this one.
  bool has_gradient() const { return has_gradient_; }
  // Instructions from here on are not planned: sizes depend on values.
  int planned_end() const { return planned_end_; }
  const CompileOptions& options() const { return options_; }
  const Program& program() const { return *program_; }
  int block_index() const { return block_; }
  const proto::BlockDesc& desc() const;
  // -1 when the block does not mention it.
  int FindSlot(absl::string_view name) const;
  // Rethrows with operator, run-time shapes and call site added.
  [[noreturn]] void Rethrow(platform::Error& error, int instruction,
                            const Frame& frame) const;

 private:
  void CompileOp(const proto::OpDesc& desc);
  int SlotOf(const std::string& name);
  int SlotOfArgument(const OpArguments& arguments, int argument);
  const CompiledBlock* SubBlock(int index);
  void NoteUses(int i);
  void NoteOwnedWrites();
  void NoteStorages();
  void NoteReleases();
  void NoteEnds();
  void NoteSaved();
  void NoteSavedFor(const proto::BlockDesc& gradient, const proto::OpDesc& op);
  void CheckOwned() const;
  bool IsForwardLink(const std::string& name) const;
  Storage StorageOf(const Slot& slot) const;
  Storage StorageInOwnScope(const Slot& slot) const;
  Storage StorageOfMade(const Slot& slot) const;
  Storage StorageOfOwned(int index) const;
  void SortOutputs(Instruction* instruction) const;
  void FindReuses(Instruction* instruction) const;

  friend class BlockRun;
  friend class ScopedRun;

  // A frame, if possible that last used with this key: who runs the block.
  std::unique_ptr<Frame> TakeFrame(uint64_t key) const;
  void GiveBack(std::unique_ptr<Frame> frame) const;

  const std::shared_ptr<const Program> program_;
  const int block_;
  const CompileOptions options_;
  std::vector<Slot> slots_;
  absl::flat_hash_map<std::string, int> slot_index_;
  std::vector<Instruction> instructions_;
  std::vector<int> outside_;
  std::vector<int> updated_;
  bool writes_scope_ = false;
  std::vector<int> arguments_;
  std::vector<int> results_;
  std::vector<int> saved_;
  std::vector<int> forward_links_;
  bool has_gradient_ = false;
  int planned_end_ = 0;
  absl::flat_hash_map<int, std::unique_ptr<CompiledBlock>> sub_blocks_;

  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace paddle::framework
