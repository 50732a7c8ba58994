// Tells what trains from what only infers, by the roles of operators.
#pragma once

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

// True for an operator that inference does without: it computes a gradient,
// changes a parameter, or keeps the books of steps.
bool IsForTraining(const proto::OpDesc& op);

// True if an operator of any block computes a gradient, which reads what passes
// of inference would drop.
bool HasBackward(const proto::ProgramDesc& program);

// True if an operator of any block computes a gradient or changes a parameter:
// the program of a server of parameters does the latter alone.
bool Trains(const proto::ProgramDesc& program);

}  // namespace paddle::framework
