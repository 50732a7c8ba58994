// Arguments that are variables or names of variables, or None.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/layers/variable.h"

namespace paddle::python {

using NameViews = absl::InlinedVector<absl::string_view, 8>;

// Names, and the objects they were given by, into which they look: nobody else
// may keep those, such as a generator's.
class Names {
 public:
  // TypeMismatch for what is neither a variable nor its name.
  void Add(pybind11::handle item);
  const NameViews& views() const { return views_; }

 private:
  absl::InlinedVector<pybind11::object, 8> items_;
  NameViews views_;
};

// The name of each item of a list, set, generator or the like; one variable or
// name stands for a list of one. TypeMismatch for anything else.
Names NamesOf(pybind11::handle items);
// The same as strings; None is an empty list.
std::vector<std::string> NameStrings(pybind11::handle items);

// A variable, or one of no program for None; TypeMismatch, naming `what`, for
// anything else.
layer::Variable VariableOrNone(const char* what, pybind11::handle value);

}  // namespace paddle::python
