// Infers all shapes of a block before it runs, from those of its external
// variables, and lays out its memory.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/executor/arena_layout.h"
#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/runtime_shapes.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::framework {

// The shapes of all variables that do not depend on values, and their offsets
// in the arena. Valid for every run of a block whose external variables have
// the same shapes, LoDs and data types. Immutable.
struct ShapePlan {
  std::vector<SlotShape> external;  // in the order of block.external_slots()
  std::vector<SlotShape> shapes;    // by slot, as far as planned
  ArenaLayout arena;
};

// True if a plan of this block is valid for the current values of the
// variables, which are given by slot. Called in each run, so it does not
// allocate.
bool Fits(const CompiledBlock& block, const ShapePlan& plan,
          const std::vector<Variable*>& vars);

// Makes the plan for the current values of the variables, which are given by
// slot: runs the shape functions of the planned instructions on `shapes`, which
// they overwrite, and lays out the results. Throws FailedPrecondition for a
// variable that is read but has no value, InvalidArgument for one whose LoD or
// data type does not fit, and the errors of shape functions. The first and the
// last name the operator.
std::unique_ptr<const ShapePlan> MakeShapePlan(
    const CompiledBlock& block, const std::vector<Variable*>& vars,
    std::vector<SlotShape>* shapes);

// Makes the plan for external variables of these shapes, in the order of
// block.external_slots(), which need have no values.
std::unique_ptr<const ShapePlan> MakeShapePlan(const CompiledBlock& block,
                                               std::vector<SlotShape> external,
                                               std::vector<SlotShape>* shapes);

}  // namespace paddle::framework
