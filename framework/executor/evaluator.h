// Computes the constants of a program, for those who change programs.
#pragma once

#include "paddle/framework/ir/evaluator.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Returns a function that runs programs on `place`, each in a scope of its own:
// its values are the bits that a run there would compute. Thread safe.
Evaluator EvaluatorOn(platform::Place place);

}  // namespace paddle::framework
