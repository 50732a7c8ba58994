// Counts how many times a program has run.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

// Returns how many times the default main program has run before this run,
// modulo `period` unless that is 0, as an int64 scalar. Appends the counting to
// the global block, with a new persistable variable named after `name`, which
// is saved and loaded like a parameter.
layer::Variable CountSteps(const std::string& name, int64_t period = 0);

// Returns the counter of `name` without period, shared by all callers.
layer::Variable SharedStepCount(const std::string& name);

}  // namespace paddle::backward
