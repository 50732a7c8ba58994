// Binds operators from shared libraries.
#pragma once

#include <pybind11/pybind11.h>

namespace paddle::python {

// The package's plugin.py documents what this binds.
void BindPlugin(pybind11::module_& module);

}  // namespace paddle::python
