// Operators from shared libraries, in Python.
#pragma once

#include <pybind11/pybind11.h>

namespace paddle::python {

// The package's plugin.py documents what it binds.
void BindPlugin(pybind11::module_& module);

}  // namespace paddle::python
