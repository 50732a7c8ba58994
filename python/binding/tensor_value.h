// Converts what users give for a tensor: arrays, numbers, tensors of others.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/python/binding/ndarray.h"

namespace paddle::python {

// Returns numpy.asarray(value) for the value of a variable called `name` (or,
// if "", of a tensor). Throws InvalidArgument for lists nested deeper than any
// tensor, such as one that contains itself; otherwise throws what reading the
// value throws, which may run code of the user's.
Array ReadArray(pybind11::handle value, const std::string& name);

// Converts a user's value for a variable called `name` (or, if "", for a
// tensor): an array of its data type, a LoDTensor, or numbers in (nested)
// lists, which take that type. Throws TypeMismatch, with a hint, for an array
// of another type or anything else.
framework::LoDTensor ToTensor(pybind11::handle value, framework::DataType dtype,
                              const std::string& name);

// True for whole numbers of any size, alone or in (nested) lists.
bool AreWholeNumbers(pybind11::handle value);

// Converts numbers in (nested) lists, or an array of another data type, to
// `dtype`. Throws TypeMismatch for fractions if the type has none, and
// InvalidArgument, naming the number, for one that it cannot represent;
// otherwise like ToTensor.
framework::LoDTensor ToTensorOfNumbers(pybind11::handle value,
                                       framework::DataType dtype,
                                       const std::string& name);

}  // namespace paddle::python
