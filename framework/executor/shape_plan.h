// Plans shapes and memory from the shapes that a run begins with.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/executor/arena_layout.h"
#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/runtime_shapes.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// The shapes of all variables, as far as they do not depend on values, and
// their places in the arena. Valid for every run of a block whose external
// variables have the same shapes. Immutable.
struct ShapePlan {
  std::vector<SlotShape> external;  // in the order of block.external_slots()
  std::vector<SlotShape> shapes;    // by slot, as far as planned
  ArenaLayout arena;
};

// Returns true if a plan of this block is valid for the current values of the
// variables, by slot. Called in each run, so it compares without allocating.
bool Fits(const CompiledBlock& block, const ShapePlan& plan,
          const std::vector<Variable*>& vars);

// Makes the plan for the current values of the variables, by slot: runs the
// shape functions of the planned instructions on `shapes`, and lays the results
// out. Throws FailedPrecondition for a variable that is read but has no value,
// InvalidArgument for one whose LoD or data type does not fit, and the errors
// of shape functions; the first and the last name the operator.
std::unique_ptr<const ShapePlan> MakeShapePlan(
    const CompiledBlock& block, const std::vector<Variable*>& vars,
    std::vector<SlotShape>* shapes);

}  // namespace paddle::framework
