// The state of one run of a compiled block: its variables and their memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/frame_graph.h"
#include "paddle/framework/executor/frame_memory.h"
#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/executor/op_labels.h"
#include "paddle/framework/executor/run_options.h"
#include "paddle/framework/executor/scope_binding.h"
#include "paddle/framework/executor/shape_plan.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/platform/event.h"

namespace paddle::framework {

// Used by one thread at a time, again and again: what was looked up in a scope,
// inferred for a shape, or laid out in the arena is kept until scope or shapes
// change. Runs on a scope (ScopedRun), or step by step for the operator that
// owns the block (SubBlockRun). Must not be used after an exception.
class Frame {
 public:
  // `block` must outlive the frame. Keeps the plans of up to `max_plans`
  // shapes, and drops the least recently used one first.
  Frame(const CompiledBlock& block, size_t max_plans);
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  // Runs on a scope. Enter takes its locks and binds the variables; the other
  // functions require that. See scope_binding.h.
  void Enter(Scope* scope);
  void Leave() { binding_.Leave(); }
  void Run(const RunOptions& options);
  // Runs the shape functions alone; outputs get shapes and memory.
  void InferShape();
  std::atomic<uint64_t>* counter() const { return binding_.counter(); }

  // Runs for an operator. Binds the slots of Storage::kCaptured, in order;
  // called before the first Step. The slots of Storage::kInput are set through
  // var() before each Step. `key` identifies the owner. Step uses device, seed
  // and step of `owner`; each iteration has random numbers of its own.
  void BindCaptures(uint64_t key, absl::Span<Variable* const> captured);
  void Step(const RunState& owner, int64_t iteration);
  // Releases the values that the owner set, and the outputs.
  void ReleaseValues();

  // Returns the variable of a slot; null if there is none.
  Variable* var(int slot) const { return memory_.vars()[slot]; }
  // The last user: the uid of a scope, or the owner's key; 0 for none.
  uint64_t key() const { return key_; }

 private:
  void BindArguments();
  // Makes plan_ fit the current shapes of the external variables.
  void ChoosePlan();

  void RunAll();
  // Runs on a GPU, replaying a graph if runs repeat.
  void RunAsGraph();
  // Counts a change of each variable of the scope that the block writes.
  void MarkWritten();
  // Returns false if addresses alone do not determine what a run does.
  bool ListAddresses();
  void RunPlanned(int i);
  void RunUnplanned(int i);
  void Record(int i, platform::RecordEvent* event);

  const CompiledBlock& block_;
  FrameMemory memory_;
  ScopeBinding binding_;
  OpLabels labels_;
  std::vector<Variable*> arguments_;  // of all instructions, in order
  std::vector<KernelContext> contexts_;
  RunState state_;
  uint64_t key_ = 0;
  const ShapePlan* plan_ = nullptr;

  FrameGraph graph_;
  std::vector<const void*>
      addresses_;  // the addresses that the graph depends on
};

}  // namespace paddle::framework
