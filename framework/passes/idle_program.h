// Makes the program of a trainer without rows.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/training_cut.h"

namespace paddle::framework {

// Returns a program with the optimizer of `main`, which has this cut, that
// feeds nothing: gradients are zeros. Before the optimizer stand the operators
// of `exchange`, in their order, with weight 0. Unimplemented, naming the
// variable, for a counter that depends on data.
std::shared_ptr<Program> IdleProgram(const Program& main,
                                     const TrainingCut& cut,
                                     std::vector<proto::OpDesc> exchange);

}  // namespace paddle::framework
