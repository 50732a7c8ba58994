// Lets operators round what they read to 8-bit integers as they run.
#pragma once

#include <memory>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Returns the program with the attribute `dynamic_int8` set of every operator,
// also in blocks, that has one: such operators round parameters and what they
// compute from step to step by the largest numbers that occur, where that is
// faster, and need no calibration. Names, parameters and the ids of operators
// stay. InvalidArgument for a program that trains, and for one without such an
// operator.
std::shared_ptr<Program> QuantizeDynamically(const Program& program);

}  // namespace paddle::framework
