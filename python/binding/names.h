// Arguments that are variables or names of variables, or None.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/layers/variable.h"

namespace paddle::python {

// The views live as long as the objects they were given by.
using NameViews = absl::InlinedVector<absl::string_view, 8>;

// The name of a variable, given by itself or by its name; TypeMismatch for
// anything else.
absl::string_view NameOf(pybind11::handle item);
// Of each item of a list, set or the like; one variable or name stands for a
// list of one.
NameViews NamesOf(pybind11::handle items);
// The same as strings; None is an empty list.
std::vector<std::string> NameStrings(pybind11::handle items);

// A variable, or one of no program for None; TypeMismatch, naming `what`, for
// anything else.
layer::Variable VariableOrNone(const char* what, pybind11::handle value);

}  // namespace paddle::python
