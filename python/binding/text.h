// Text of Python's objects, for messages.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace paddle::python {

// Returns a str as UTF-8, with backslashes for lone surrogates, which UTF-8
// cannot hold.
std::string TextOf(pybind11::handle text);

// Returns repr(value), shortened if it is long; "<Type>" if repr raises, as for
// lists that are nested too deep.
std::string ReprOf(pybind11::handle value);

// Returns str(value) as UTF-8; "" if str raises.
std::string StrOf(pybind11::handle value);

// Returns "ValueError: its message". Unlike what(), it never ends the process,
// whatever the exception contains.
std::string ErrorTextOf(const pybind11::error_already_set& error);

}  // namespace paddle::python
