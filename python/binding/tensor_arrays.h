// Converts between tensor arrays and lists of arrays, their form in Python.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/python/binding/sequences.h"

namespace paddle::python {

// Converts the value of a tensor array called `name`: a list of what ToTensor
// takes, or None for one without elements. An array of the rank of an element
// counts as a list of it alone. Returns what PackArray makes of it. Throws
// InvalidArgument for another value, and the errors of ToTensor, which name the
// element.
framework::LoDTensor ToArrayFeed(pybind11::handle value, const FeedType& type,
                                 const std::string& name);

// Returns the elements of an array that is packed: as arrays of NumPy, or as
// LoDTensors.
pybind11::list FromArrayFetch(const framework::LoDTensor& packed,
                              bool as_numpy);

}  // namespace paddle::python
