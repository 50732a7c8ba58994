// Lets what the forward pass writes take effect together with the optimizer.
#pragma once

#include <memory>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/training_cut.h"

namespace paddle::framework {

// Returns a program whose forward and backward operators leave persistables
// alone: they work on copies, which are written back where the optimizer
// begins. So a step that fails before that has changed nothing, and can be
// repeated. `cut`, that of `main`, becomes that of the result.
std::shared_ptr<Program> DeferWrites(const Program& main, TrainingCut* cut);

}  // namespace paddle::framework
