// Lays the intermediates of a block out in one arena.
#pragma once

#include <cstddef>
#include <vector>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/runtime_shapes.h"

namespace paddle::framework {

// A layout of the arena of a block. Offsets are multiples of
// Allocator::kAlignment.
struct ArenaLayout {
  std::vector<int> slots;       // that lie in the arena
  std::vector<size_t> offsets;  // of those, in bytes
  // Of those, the slot whose memory each takes over; -1: none.
  std::vector<int> in_place_of;
  size_t bytes = 0;  // of the arena
  // The least that any layout of these buffers takes, and the instruction that
  // needs it (memory_plan.h).
  size_t lower_bound = 0;
  int fullest = -1;
};

// Returns a layout of the arena outputs of all planned instructions, whose
// shapes are given by slot. Variables that are live at the same time do not
// overlap (memory_plan.h), except that an output takes over the memory of an
// input that dies at its operator, where the schema lets it and the sizes are
// equal. Deterministic.
ArenaLayout LayOutArena(const CompiledBlock& block,
                        const std::vector<SlotShape>& shapes);

}  // namespace paddle::framework
