// Binds operators from shared libraries; the package's plugin.py documents
// them.
#include <pybind11/stl.h>

#include "paddle/framework/plugin/op_library.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/unlocked.h"

namespace paddle::python {

namespace py = pybind11;

void BindPlugin(py::module_& module) {
  module.def("_load_op_library", &framework::LoadOpLibrary, UnlockedCall());
}

}  // namespace paddle::python
