// Finds the products by which a recurrent block begins a step.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/loop_bodies.h"

namespace paddle::framework {

// Operators that compute from a step input alone, each from the one before.
struct Projection {
  std::string step;    // the input of the first operator
  std::string output;  // of the last one
  std::vector<int> ops;
};

// Returns the products of step inputs by matrices that stay the same, with a
// bias that is added to nothing else, of a block of `recurrent` that may
// compute them for all steps at once, and where that is faster. None for other
// loops, and none if the program has the gradient of the block. `loop` is one
// of the program.
std::vector<Projection> FindProjections(const Program& program,
                                        const LoopBody& loop);

}  // namespace paddle::framework
