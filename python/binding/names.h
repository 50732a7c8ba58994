// Reads arguments that are variables, names of variables, or None.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"

namespace paddle::python {

using NameViews = absl::InlinedVector<absl::string_view, 8>;

// Names together with the objects that own their text, since nobody else may
// keep those alive, such as the items of a generator.
class Names {
 public:
  // Throws TypeMismatch for anything but a variable or its name.
  void Add(pybind11::handle item);
  const NameViews& views() const { return views_; }

 private:
  absl::InlinedVector<pybind11::object, 8> items_;
  NameViews views_;
};

// Returns the name of each item of a list, set, generator or the like; a single
// variable or name counts as a list of one. Throws TypeMismatch for anything
// else.
Names NamesOf(pybind11::handle items);
// Returns the names as strings; None gives an empty list.
std::vector<std::string> NameStrings(pybind11::handle items);

}  // namespace paddle::python
