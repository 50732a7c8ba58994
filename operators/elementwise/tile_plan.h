// Plans how fused_elementwise runs its steps on a tile: a part of the elements
// that is in cache while all steps compute it.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/operators/elementwise/fused_program.h"

namespace paddle::operators {

// Values are numbered: the views first, then the results of the steps.
struct TilePlan {
  // An input as steps read it: broadcast to the shape of the results, the first
  // axis standing at `axis` (see align.h).
  struct View {
    int input = 0;
    int64_t axis = -1;
    friend bool operator==(const View& a, const View& b) {
      return a.input == b.input && a.axis == b.axis;
    }
  };
  // A step writes to an output of the operator or, if that is -1, to a buffer.
  struct Step {
    std::vector<int> values;  // that it reads
    // It reads the sum of two values instead of the result of the step before,
    // which adds them and is not run.
    bool of_sum = false;
    bool skipped = false;  // such a sum
    int output = -1;
    int buffer = -1;
  };

  std::vector<View> views;
  std::vector<Step> steps;
  int buffers = 0;  // each for a tile
  // The step whose result is copied from its buffer to the first output when
  // all steps of the tile are done; -1: none. The output may have the memory of
  // the first input, which later steps read.
  int delayed = -1;
};

// Returns the plan of a program; `sums` says of each step whether it can take
// the sum of two values for the one that it reads. Buffers are shared by
// results that are not needed at the same time.
TilePlan PlanTiles(const FusedProgram& program, const std::vector<bool>& sums);

}  // namespace paddle::operators
