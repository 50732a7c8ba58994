// Converts between Python values and attributes of operators.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::python {

// Parses a data type given by its name or as NumPy has it (numpy.float32,
// numpy.dtype("int64"), float). Throws InvalidArgument, listing the legal
// names, for anything else.
framework::DataType ToDataType(pybind11::handle value);

// Returns a whole number; throws OutOfRange, naming `what`, if 64 bits are not
// enough.
int64_t ToInt64(const std::string& what, pybind11::handle value);

// Converts bool, int, float, str, NumPy's data types, None (not set), and
// sequences of these; a sequence that contains a float is a list of floats.
// Throws TypeMismatch, naming the attribute, for anything else, and OutOfRange
// for an int above 64 bits.
framework::Attribute ToAttribute(const std::string& name,
                                 pybind11::handle value);
framework::AttributeMap ToAttributes(const pybind11::dict& attrs);

pybind11::object FromAttribute(const framework::Attribute& value);

}  // namespace paddle::python
