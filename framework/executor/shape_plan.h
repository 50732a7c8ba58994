// Works out what follows from the shapes a run begins with.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/executor/arena_layout.h"
#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/runtime_shapes.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// The shapes of all variables, as far as they do not depend on values, and
// where in the arena they lie. Holds for every run of a block whose external
// variables have the same shapes. Immutable once made.
struct ShapePlan {
  std::vector<SlotShape> external;  // in the order of block.external_slots()
  std::vector<SlotShape> shapes;    // by slot, as far as planned
  ArenaLayout arena;
};

// Returns whether a plan of this block holds for the values that the variables,
// by slot, have now.
bool Fits(const CompiledBlock& block, const ShapePlan& plan,
          const std::vector<Variable*>& vars);

// Makes the plan for the values that the variables, by slot, have now: runs the
// shape functions of the planned instructions on `shapes`, by slot, and lays
// the results out. FailedPrecondition for a variable that is read and has no
// value, InvalidArgument for one whose sequences or data type do not fit, and
// what the shape functions throw; the first and the last name the operator.
std::unique_ptr<const ShapePlan> MakeShapePlan(
    const CompiledBlock& block, const std::vector<Variable*>& vars,
    std::vector<SlotShape>* shapes);

}  // namespace paddle::framework
