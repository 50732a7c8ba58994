// Handles on variables of programs.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <vector>

#include "paddle/framework/layers/variable.h"
#include "paddle/framework/types/dims.h"

namespace paddle::python {

// A tuple; -1 for a size that is not known in advance.
pybind11::tuple ToShape(const framework::Dims& dims);

// From a sequence of numbers, or one number; None and -1 are unknown sizes.
std::vector<int64_t> FromShape(pybind11::handle shape);

// The variable of a name in the global block, or a variable as it is; for
// arguments that may be either. TypeMismatch for anything else.
layer::Variable ToVariable(pybind11::handle value,
                           const std::shared_ptr<framework::Program>& program);

// TypeMismatch, saying what to do instead, for an array as the other operand.
void RefuseArray(const layer::Variable& self, pybind11::handle other);

}  // namespace paddle::python
