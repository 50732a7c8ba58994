// Binds loops, recurrent networks and branches; the package's control_flow/
// turns their blocks into `with`.
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/layers/if_else.h"
#include "paddle/framework/layers/recurrent.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/framework/layers/while_loop.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {

namespace py = pybind11;
using layer::IfElse;
using layer::Rnn;
using layer::Switch;
using layer::Variable;
using layer::WhileLoop;

namespace {

// Binds what all constructs have: they are called once their blocks are
// written, or abandoned if the code that writes a block fails.
template <typename Construct>
py::class_<Construct> BindConstruct(py::module_& module, const char* name) {
  return py::class_<Construct>(module, name)
      .def("abandon", &Construct::Abandon)
      .def("call", &Construct::operator());
}

void BindWhile(py::module_& module) {
  BindConstruct<WhileLoop>(module, "_WhileLoop")
      .def(py::init([](const Variable& condition, int64_t max_iterations) {
             layer::WhileOptions options;
             options.max_iterations = max_iterations;
             return std::make_unique<WhileLoop>(condition, options);
           }),
           py::arg("condition"), py::arg("max_iterations"))
      .def("begin_block", &WhileLoop::BeginBlock)
      .def("end_block", &WhileLoop::EndBlock)
      .def("carry", &WhileLoop::Carry)
      .def("update", &WhileLoop::Update)
      .def("condition", &WhileLoop::Condition);
}

void BindRecurrent(py::module_& module) {
  BindConstruct<Rnn>(module, "_Rnn")
      .def(py::init([](bool reverse) {
             layer::RnnOptions options;
             options.reverse = reverse;
             return std::make_unique<Rnn>(options);
           }),
           py::arg("reverse"))
      .def("begin_step", &Rnn::BeginStep)
      .def("end_step", &Rnn::EndStep)
      .def("step_input", &Rnn::StepInput)
      .def("static_input", &Rnn::StaticInput)
      .def("memory", py::overload_cast<const Variable&>(&Rnn::Memory))
      .def("memory_of_shape",
           [](Rnn& self, py::handle shape, layer::Number value,
              py::handle dtype) {
             return self.Memory(FromShape(shape), value, ToDataType(dtype));
           })
      .def("previous_memory", &Rnn::PreviousMemory)
      .def("update_memory", &Rnn::UpdateMemory)
      .def("output", &Rnn::Output);
}

// Wraps a Python function without arguments that returns a list of variables.
layer::BranchFunction ToBranch(const py::object& function) {
  if (function.is_none()) return nullptr;
  return [function] { return function().cast<std::vector<Variable>>(); };
}

void BindBranches(py::module_& module) {
  BindConstruct<IfElse>(module, "_IfElse")
      .def(py::init<>())
      .def("begin_true_block", &IfElse::BeginTrueBlock)
      .def("begin_false_block", &IfElse::BeginFalseBlock)
      .def("end_block", &IfElse::EndBlock)
      .def("split", &IfElse::Split)
      .def("whole", &IfElse::Whole)
      .def("output", &IfElse::Output);
  BindConstruct<Switch>(module, "_Switch")
      .def(py::init<>())
      .def("begin_case", &Switch::BeginCase)
      .def("begin_default", &Switch::BeginDefault)
      .def("end_block", &Switch::EndBlock)
      .def("output", &Switch::Output)
      .def_property_readonly("called", &Switch::called)
      .def_property_readonly("has_outputs", &Switch::has_outputs);
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

}  // namespace

void BindControlFlow(py::module_& module) {
  BindWhile(module);
  BindRecurrent(module);
  BindBranches(module);
}

}  // namespace paddle::python
