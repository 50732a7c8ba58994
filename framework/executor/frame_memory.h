// Owns the variables of a frame, and gives them memory.
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

namespace paddle::framework {

// Remembers the plans of the shapes it has seen, and keeps its arena, which
// only grows. Used by one thread at a time.
class FrameMemory {
 public:
  // The block outlives this. Of up to `max_plans` plans the one that was not
  // used for the longest time goes first.
  FrameMemory(const CompiledBlock& block, size_t max_plans);
  FrameMemory(const FrameMemory&) = delete;
  FrameMemory& operator=(const FrameMemory&) = delete;

  // The variables by slot; who binds the frame sets those that it does not own
  // (Slot::in_frame).
  std::vector<Variable*>* mutable_vars() { return &vars_; }
  const std::vector<Variable*>& vars() const { return vars_; }
  // The shapes of this run, by slot.
  std::vector<SlotShape>* mutable_shapes() { return &shapes_; }
  const std::vector<SlotShape>& shapes() const { return shapes_; }
  memory::Allocator* allocator() const { return allocator_; }
  const void* arena() const { return arena_->data(); }

  // Lays the variables out for the shapes that the external ones have now, and
  // returns the plan; see MakeShapePlan for the errors. Nothing changes if the
  // plan of the run before holds. Another plan may lie at the address of an
  // earlier one; `*made` tells whether it is new.
  const ShapePlan* ChoosePlan(bool* made);
  // Gives each variable that the block updates in place memory that nobody else
  // looks at.
  void UnshareUpdated();

  // Gives variables the memory that their shapes ask for.
  void Allocate(const std::vector<int>& slots);
  void Allocate(int slot);
  // Gives the memory up. Dims stay: shapes alone may be read later.
  void Release(int slot);
  // Takes the shapes of an instruction's outputs from their values.
  void ReadShapes(int instruction);
  // FailedPrecondition, naming it, for an output with a NaN or infinity.
  void CheckFinite(int instruction) const;

 private:
  void Apply(const ShapePlan& plan);

  const CompiledBlock& block_;
  const size_t max_plans_;
  memory::Allocator* const allocator_;
  const std::shared_ptr<Scope> locals_;  // the frame's variables
  std::vector<Variable*> vars_;          // by slot; null: not there
  std::vector<SlotShape> shapes_;
  std::shared_ptr<memory::Allocation> arena_;
  std::vector<std::unique_ptr<const ShapePlan>> plans_;  // most recent first
  const ShapePlan* plan_ = nullptr;                      // applied
};

}  // namespace paddle::framework
