// Text of Python's objects, for messages.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace paddle::python {

// Returns a str as UTF-8; what that cannot hold, lone surrogates, with
// backslashes.
std::string TextOf(pybind11::handle text);

// Returns repr(value), cut where it is long; "<Type>" where that raises, as for
// lists that are nested too deep.
std::string ReprOf(pybind11::handle value);

// Returns str(value) as UTF-8; "" where that raises.
std::string StrOf(pybind11::handle value);

// Returns "ValueError: what it says". Unlike what() it never ends the process,
// whatever the exception says.
std::string ErrorTextOf(const pybind11::error_already_set& error);

}  // namespace paddle::python
