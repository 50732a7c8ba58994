// How many times a program has run.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

// How many times the default main program has run before this run, modulo
// `period` unless that is 0: an int64 scalar. Appends to the global block what
// counts, in a new persistable variable called after `name`, which is saved and
// loaded like a parameter.
layer::Variable CountSteps(const std::string& name, int64_t period = 0);

// The one of `name` without period, which all who ask share.
layer::Variable SharedStepCount(const std::string& name);

}  // namespace paddle::backward
