// Handles to variables of programs.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <vector>

#include "paddle/framework/layers/variable.h"
#include "paddle/framework/types/dims.h"

namespace paddle::python {

// Returns a tuple with -1 for sizes that are not known in advance.
pybind11::tuple ToShape(const framework::Dims& dims);

// Takes a sequence of numbers, or one number; None and -1 are unknown sizes.
std::vector<int64_t> FromShape(pybind11::handle shape);

// Returns the variable of a name in the global block, or the variable itself,
// for arguments that may be either. Throws TypeMismatch for anything else.
layer::Variable ToVariable(pybind11::handle value,
                           const std::shared_ptr<framework::Program>& program);

// Throws TypeMismatch, saying what to do instead, for an array as the other
// operand.
void RefuseArray(const layer::Variable& self, pybind11::handle other);

}  // namespace paddle::python
