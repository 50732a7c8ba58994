// Binds branches; the package's branches.py turns blocks into `with`.
#include <pybind11/stl.h>

#include <vector>

#include "paddle/framework/layers/if_else.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/python/binding/binding.h"

namespace paddle::python {

namespace py = pybind11;
using layer::IfElse;
using layer::Switch;
using layer::Variable;

namespace {

// Wraps a Python function without arguments that returns a list of variables.
layer::BranchFunction ToBranch(const py::object& function) {
  if (function.is_none()) return nullptr;
  return [function] { return function().cast<std::vector<Variable>>(); };
}

}  // namespace

void BindBranches(py::module_& module) {
  py::class_<IfElse>(module, "_IfElse")
      .def(py::init<>())
      .def("begin_true_block", &IfElse::BeginTrueBlock)
      .def("begin_false_block", &IfElse::BeginFalseBlock)
      .def("end_block", &IfElse::EndBlock)
      .def("abandon", &IfElse::Abandon)
      .def("split", &IfElse::Split)
      .def("whole", &IfElse::Whole)
      .def("output", &IfElse::Output)
      .def("call", &IfElse::operator());
  py::class_<Switch>(module, "_Switch")
      .def(py::init<>())
      .def("begin_case", &Switch::BeginCase)
      .def("begin_default", &Switch::BeginDefault)
      .def("end_block", &Switch::EndBlock)
      .def("abandon", &Switch::Abandon)
      .def("output", &Switch::Output)
      .def_property_readonly("called", &Switch::called)
      .def_property_readonly("has_outputs", &Switch::has_outputs)
      .def("call", &Switch::operator());
  module.def(
      "_cond",
      [](const Variable& condition, const py::object& on_true,
         const py::object& on_false, const std::vector<Variable>& otherwise) {
        return layer::cond(condition, ToBranch(on_true), ToBranch(on_false),
                           otherwise);
      },
      py::arg("condition"), py::arg("on_true"), py::arg("on_false"),
      py::arg("otherwise"));
}

}  // namespace paddle::python
