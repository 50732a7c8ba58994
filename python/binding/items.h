// Sequences of Python, read so that neither what they say nor what their items
// do, when these are read, can harm.
#pragma once

#include <pybind11/pybind11.h>

#include "absl/functional/function_ref.h"

namespace paddle::python {

// Calls `visit` with one item of a sequence, or of a set or the like, after the
// other; each is kept alive meanwhile. InvalidArgument if there are more items
// than the length was before the first, as where they have no end; else throws
// what the methods of the sequence throw.
void VisitItems(pybind11::handle sequence,
                absl::FunctionRef<void(pybind11::handle)> visit);

// True for a sequence that NumPy would look into for numbers: no text, and
// nothing that is, or makes itself, an array.
bool HoldsNumbers(pybind11::handle value);

// Returns a sequence as a new list of what it holds, and so on for the
// sequences in it: a list nobody else has, and so nobody can change while it is
// read. What is no sequence to HoldsNumbers is returned as it is, and so are
// plain lists of nothing but plain numbers, which nothing changes meanwhile.
// InvalidArgument where sequences are nested more than `depth` deep, such as
// one that holds itself; others as VisitItems.
pybind11::object CopyOfNested(pybind11::handle value, int depth);

}  // namespace paddle::python
