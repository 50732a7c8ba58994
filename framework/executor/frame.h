// Holds what one run of a compiled block needs: its variables and their memory.
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

// Used by one thread at a time, and again and again: what was looked up in a
// scope, inferred for a shape, or laid out in the arena stays until scope or
// shapes change. It runs on a scope (ScopedRun), or step by step for the
// operator that owns the block (SubBlockRun). After an exception it is not to
// be used again.
class Frame {
 public:
  // The block outlives the frame. Remembers the plans of up to `max_plans`
  // shapes; the least recently used one goes first.
  Frame(const CompiledBlock& block, size_t max_plans);
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  // On a scope. Enter takes its locks, and finds the variables there; the rest
  // needs that. See scope_binding.h.
  void Enter(Scope* scope);
  void Leave() { binding_.Leave(); }
  void Run(const RunOptions& options);
  // The shape functions alone; outputs get dims and memory, no kernel runs.
  void InferShape();
  std::atomic<uint64_t>* counter() const { return binding_.counter(); }

  // For an operator. Binds the slots of Storage::kCaptured, in their order,
  // before the first Step; the values of the slots of Storage::kInput are set
  // through var() before each one. `key` is the owner's. Step uses device, seed
  // and step of `owner`; each iteration has random numbers of its own.
  void BindCaptures(uint64_t key, absl::Span<Variable* const> captured);
  void Step(const RunState& owner, int64_t iteration);
  // Releases what the owner set, and the outputs.
  void ReleaseValues();

  // The variable of a slot; null if it is not there.
  Variable* var(int slot) const { return memory_.vars()[slot]; }
  // Who ran it last: the uid of a scope, or the owner's key; 0: nobody.
  uint64_t key() const { return key_; }

 private:
  void BindArguments();
  // Makes plan_ hold for the shapes that the external variables have now.
  void ChoosePlan();

  void RunAll();
  // On a GPU: the same, replayed where runs repeat.
  void RunAsGraph();
  // Returns false if addresses do not tell what a run does.
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
  std::vector<const void*> addresses_;  // what the graph depends on
};

}  // namespace paddle::framework
