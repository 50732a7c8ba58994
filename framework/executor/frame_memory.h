// Owns the variables of a frame and gives them memory.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/runtime_shapes.h"
#include "paddle/framework/executor/shape_plan.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/variable.h"
#include "paddle/memory/allocator.h"
#include "paddle/memory/stats.h"

namespace paddle::framework {

// Keeps the plans of the shapes it has seen, and an arena that only grows. Used
// by one thread at a time.
class FrameMemory {
 public:
  // `block` must outlive this. Keeps up to `max_plans` plans, and drops the
  // least recently used one first.
  FrameMemory(const CompiledBlock& block, size_t max_plans);
  ~FrameMemory();
  FrameMemory(const FrameMemory&) = delete;
  FrameMemory& operator=(const FrameMemory&) = delete;

  // The variables by slot. Whoever binds the frame sets those that it does not
  // own (Slot::in_frame).
  std::vector<Variable*>* mutable_vars() { return &vars_; }
  const std::vector<Variable*>& vars() const { return vars_; }
  // The shapes of this run by slot.
  std::vector<SlotShape>* mutable_shapes() { return &shapes_; }
  const std::vector<SlotShape>& shapes() const { return shapes_; }
  memory::Allocator* allocator() const { return allocator_; }
  const void* arena() const { return arena_->data(); }

  // Lays the variables out for the current shapes of the external ones, and
  // returns the plan; see MakeShapePlan for errors. Changes nothing if the plan
  // of the run before fits. `*made` tells whether the plan is new; its address
  // does not, since a new plan may reuse that of a dropped one.
  const ShapePlan* ChoosePlan(bool* made);
  // Gives each variable that the block updates in place memory of its own.
  void UnshareUpdated();

  // Allocate variables of the shapes of this run.
  void Allocate(const std::vector<int>& slots);
  void Allocate(int slot);
  // Releases the memory. The shape stays: it may be read later.
  void Release(int slot);
  // Takes the shapes of an instruction's outputs from their values.
  void ReadShapes(int instruction);
  // Throws FailedPrecondition, naming the output, for a NaN or infinity.
  void CheckFinite(int instruction) const;

 private:
  void Apply(const ShapePlan& plan);
  void Grow(const ArenaLayout& layout);
  void DropArena();

  const CompiledBlock& block_;
  const size_t max_plans_;
  memory::Allocator* const allocator_;
  const std::shared_ptr<Scope> locals_;  // the frame's variables
  std::vector<Variable*> vars_;          // by slot; null: not there
  std::vector<SlotShape> shapes_;
  std::shared_ptr<memory::Allocation> arena_;
  size_t arena_bytes_ = 0;  // as they were asked for
  memory::StatsCounter& arena_stats_;
  std::vector<std::unique_ptr<const ShapePlan>> plans_;  // most recent first
  const ShapePlan* plan_ = nullptr;                      // applied
};

}  // namespace paddle::framework
