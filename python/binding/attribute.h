// Between Python values and attributes of operators.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::python {

// A data type by its name, or as NumPy has it (numpy.float32,
// numpy.dtype("int64"), float). InvalidArgument, listing the legal names, for
// anything else.
framework::DataType ToDataType(pybind11::handle value);

// A whole number; OutOfRange, naming what it is for, above 64 bits.
int64_t ToInt64(const std::string& what, pybind11::handle value);

// bool, int, float, str, data types of NumPy, None (not set), and sequences of
// these; a sequence with one float is a list of floats. TypeMismatch, naming
// the attribute, for anything else; OutOfRange for an int above 64 bits.
framework::Attribute ToAttribute(const std::string& name,
                                 pybind11::handle value);
framework::AttributeMap ToAttributes(const pybind11::dict& attrs);

pybind11::object FromAttribute(const framework::Attribute& value);

}  // namespace paddle::python
