// What one run of a compiled block needs: its variables and their memory.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/runtime_shapes.h"
#include "paddle/framework/executor/shape_plan.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/memory/allocation.h"

namespace paddle::framework {

// Used by one thread at a time, and again and again: what was looked up in a
// scope, inferred for a shape, or laid out in the arena stays until scope or
// shapes change.
class Frame {
 public:
  explicit Frame(const CompiledBlock& block);
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  void Run(Scope* scope, const RunOptions& options);
  void InferShape(Scope* scope);

  // Of the scope of the last run; 0: none.
  uint64_t scope_uid() const { return scope_uid_; }
  // The shapes of this run, by slot.
  const std::vector<SlotShape>& shapes() const { return shapes_; }

 private:
  void Bind(Scope* scope);
  Variable* FindOutside(const CompiledBlock::Slot& slot, Scope* scope) const;
  // Makes plan_ fit the shapes the outside variables have now.
  void ChoosePlan();
  bool Fits(const ShapePlan& plan) const;
  SlotShape ShapeOfOutside(int slot) const;
  [[noreturn]] void FailUninitialized(int slot) const;
  std::unique_ptr<ShapePlan> MakePlan();
  void Apply(const ShapePlan& plan);

  void RunAll(const RunOptions& options);
  void RunOne(int i);
  void RunUnplanned(int i);
  void PrepareOwn(const CompiledBlock::Instruction& instruction);
  void Prepare(int slot);
  void ReadBack(const CompiledBlock::Instruction& instruction);
  void CheckFinite(int i) const;

  const CompiledBlock& block_;
  std::shared_ptr<Scope> locals_;     // makes the frame's variables
  std::vector<Variable*> vars_;       // by slot; null: not there
  std::vector<Variable*> arguments_;  // of all instructions, in order
  std::vector<KernelContext> contexts_;
  std::vector<SlotShape> shapes_;
  RunState state_;
  std::shared_ptr<memory::Allocation> arena_;

  uint64_t scope_uid_ = 0;
  uint64_t scope_version_ = 0;
  std::vector<std::unique_ptr<ShapePlan>> plans_;  // most recent first
  const ShapePlan* plan_ = nullptr;                // applied
};

}  // namespace paddle::framework
