// Reads Python sequences safely, whatever their methods and their items do
// meanwhile.
#pragma once

#include <pybind11/pybind11.h>

#include "absl/functional/function_ref.h"

namespace paddle::python {

// Calls `visit` with each item of a sequence, set or the like; each item is
// kept alive meanwhile. Throws InvalidArgument if there turn out to be more
// items than the length said, as for an endless sequence; otherwise throws what
// the sequence's methods throw.
void VisitItems(pybind11::handle sequence,
                absl::FunctionRef<void(pybind11::handle)> visit);

// True for a sequence that NumPy would search for numbers: neither a text, nor
// an array or an object that converts to one.
bool HoldsNumbers(pybind11::handle value);

// Returns a sequence as a new list of its items, recursively for the sequences
// in it: a list that nobody else has, and so nobody can change while it is
// read. Returns values that are not sequences to HoldsNumbers unchanged, and
// also plain lists of plain numbers only, which nothing can change meanwhile.
// Throws InvalidArgument if sequences are nested more than `depth` deep, such
// as one that contains itself; otherwise like VisitItems.
pybind11::object CopyOfNested(pybind11::handle value, int depth);

}  // namespace paddle::python
