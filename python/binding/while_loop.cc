// Binds loops; the package's while_loop.py turns blocks into `with`.
#include "paddle/framework/layers/while_loop.h"

#include <pybind11/stl.h>

#include <memory>

#include "paddle/python/binding/binding.h"

namespace paddle::python {

namespace py = pybind11;
using layer::Variable;
using layer::WhileLoop;

void BindWhileLoop(py::module_& module) {
  py::class_<WhileLoop>(module, "_WhileLoop")
      .def(py::init([](const Variable& condition, int64_t max_iterations) {
             layer::WhileOptions options;
             options.max_iterations = max_iterations;
             return std::make_unique<WhileLoop>(condition, options);
           }),
           py::arg("condition"), py::arg("max_iterations"))
      .def("begin_block", &WhileLoop::BeginBlock)
      .def("end_block", &WhileLoop::EndBlock)
      .def("abandon", &WhileLoop::Abandon)
      .def("carry", &WhileLoop::Carry)
      .def("update", &WhileLoop::Update)
      .def("condition", &WhileLoop::Condition)
      .def("call", &WhileLoop::operator());
}

}  // namespace paddle::python
