// What follows from the shapes a run begins with.
#pragma once

#include <cstddef>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/runtime_shapes.h"

namespace paddle::framework {

// The shapes of all variables, as far as they do not depend on values, and
// where in the arena they lie. Holds for every run of a block in which the
// outside variables have the same shapes.
struct ShapePlan {
  std::vector<SlotShape> outside;  // in the order of block.outside()
  std::vector<SlotShape> shapes;   // by slot, as far as planned
  std::vector<int> placed;         // slots that lie in the arena
  std::vector<size_t> offsets;     // of those
  size_t arena_bytes = 0;
};

// Lays the frame's variables out, from plan->shapes. An output takes over the
// memory of an input that dies at its operator, where the schema lets it.
void PlaceInArena(const CompiledBlock& block, ShapePlan* plan);

}  // namespace paddle::framework
