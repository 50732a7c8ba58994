// What one run of a compiled block needs: its variables and their memory.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/frame_graph.h"
#include "paddle/framework/executor/op_labels.h"
#include "paddle/framework/executor/runtime_shapes.h"
#include "paddle/framework/executor/shape_plan.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/event.h"

namespace paddle::framework {

// Used by one thread at a time, and again and again: what was looked up in a
// scope, inferred for a shape, or laid out in the arena stays until scope or
// shapes change.
class Frame {
 public:
  explicit Frame(const CompiledBlock& block);
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  // Takes the locks of a scope and its parents, and finds the variables there;
  // the rest needs that. See scoped_run.h.
  void Enter(Scope* scope);
  void Leave() { locks_.Unlock(); }
  void Run(const RunOptions& options);
  void InferShape();
  std::atomic<uint64_t>* counter() const { return counter_; }

  // Of an owned block. Binds the slots of Storage::kOutside, in their order,
  // before the first Step; the values of the slots of Storage::kGiven are set
  // through var() before each one. Step uses device, seed and step of `owner`;
  // each iteration has random numbers of its own.
  void BindOwned(uint64_t key, absl::Span<Variable* const> captured);
  void Step(const RunState& owner, int64_t iteration);
  // Gives up what the owner set and what the block kept for it.
  void ReleaseOwned();
  Variable* var(int slot) const { return vars_[slot]; }

  // Who ran it last: the uid of a scope, or the owner's key; 0: nobody.
  uint64_t key() const { return key_; }
  // The shapes of this run, by slot.
  const std::vector<SlotShape>& shapes() const { return shapes_; }

 private:
  // Finds the variables in the scope, and makes those that the block leaves
  // there if `alone`, the locks being held for writing; else false if that or
  // anything else needs them so.
  bool Bind(Scope* scope, bool alone);
  bool IsBound(const Scope& scope) const;
  bool FindVariables(Scope* scope, bool alone);
  bool FindCounter(Scope* scope, bool alone);
  void BindArguments();
  // Of which scopes the next run holds the locks for writing.
  void NoteAccess(const Scope& scope);
  // Brings the values that are read to the place of the block, to stay there.
  void MoveOutside();
  bool NeedsMove() const;
  void CopyFromScope();
  void OwnUpdated();
  // Makes plan_ fit the shapes the outside variables have now.
  void ChoosePlan();
  bool Fits(const ShapePlan& plan) const;
  SlotShape ShapeOfOutside(int slot) const;
  [[noreturn]] void FailUninitialized(int slot) const;
  std::unique_ptr<ShapePlan> MakePlan();
  void Apply(const ShapePlan& plan);

  void RunAll();
  // On a GPU: the same, replayed where runs repeat.
  void RunAsGraph();
  // False if they do not tell what a run does.
  bool ListAddresses();
  void RunOne(int i);
  void RunUnplanned(int i);
  void PrepareOwn(const CompiledBlock::Instruction& instruction);
  void Prepare(int slot);
  void Release(int slot);
  void ReadBack(const CompiledBlock::Instruction& instruction);
  void CheckFinite(int i) const;
  void Store(int i, platform::RecordEvent* event);

  const CompiledBlock& block_;
  OpLabels labels_;
  std::shared_ptr<Scope> locals_;     // of the run: the frame's variables
  std::vector<Variable*> vars_;       // by slot; null: not there
  std::vector<Variable*> sources_;    // of Storage::kCopied, by slot
  std::vector<Variable*> arguments_;  // of all instructions, in order
  std::vector<KernelContext> contexts_;
  std::vector<SlotShape> shapes_;
  RunState state_;
  std::shared_ptr<memory::Allocation> arena_;

  uint64_t key_ = 0;
  uint64_t scope_version_ = 0;
  ScopeLocks locks_;  // of the scope `key_`
  std::atomic<uint64_t>* counter_ = nullptr;
  std::vector<std::unique_ptr<ShapePlan>> plans_;  // most recent first
  const ShapePlan* plan_ = nullptr;                // applied

  FrameGraph graph_;
  std::vector<const void*> addresses_;  // what the graph depends on
};

}  // namespace paddle::framework
