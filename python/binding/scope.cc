#include "paddle/python/binding/scope.h"

#include <pybind11/stl.h>

#include <utility>

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/tensor.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::Scope;
using framework::SelectedRows;

// A variable of a scope, found by name each time, so that one that has been
// erased is an error.
struct ScopeVariable {
  std::shared_ptr<Scope> scope;
  std::string name;
};

py::object FindVariable(const std::shared_ptr<Scope>& scope,
                        const std::string& name) {
  for (std::shared_ptr<Scope> s = scope; s != nullptr; s = s->parent()) {
    if (s->FindLocalVar(name) != nullptr)
      return py::cast(ScopeVariable{s, name});
  }
  return py::none();
}

thread_local std::shared_ptr<Scope> current;

std::shared_ptr<Scope> SwitchScope(std::shared_ptr<Scope> scope) {
  std::shared_ptr<Scope> before = CurrentScope();
  current = std::move(scope);
  return before;
}

void BindScopeVariable(py::module_& module) {
  py::class_<ScopeVariable>(module, "ScopeVariable",
                            "A variable of a scope; made by Scope.var.")
      .def_readonly("name", &ScopeVariable::name)
      .def(
          "get_tensor",
          [](const ScopeVariable& self) {
            return TensorHandle(self.scope, self.name);
          },
          "Its value, to be read with numpy.asarray and written with set().");
}

void BindSelectedRows(py::module_& module) {
  py::class_<SelectedRows>(
      module, "SelectedRows",
      "Some rows of a tall matrix: the gradient of a sparse embedding. A row "
      "may appear more than once; its values add up.")
      .def_property_readonly("height", &SelectedRows::height)
      .def_property_readonly("rows", &SelectedRows::rows)
      .def_property_readonly(
          "value",
          [](const SelectedRows& self) { return ToNumPy(self.value()); })
      .def(
          "to_dense",
          [](const SelectedRows& self) {
            const auto numpy = py::module_::import("numpy");
            const py::array value = ToNumPy(self.value());
            const py::object dense =
                numpy.attr("zeros")(self.DenseDims().ToVector(), value.dtype());
            numpy.attr("add").attr("at")(dense, self.rows(), value);
            return dense;
          },
          "The whole matrix, a numpy array.");
}

}  // namespace

const std::shared_ptr<Scope>& GlobalScope() {
  static const auto* const scope = new std::shared_ptr<Scope>(Scope::Create());
  return *scope;
}

const std::shared_ptr<Scope>& CurrentScope() {
  return current == nullptr ? GlobalScope() : current;
}

void BindScope(py::module_& module) {
  BindScopeVariable(module);
  BindSelectedRows(module);
  py::class_<Scope, std::shared_ptr<Scope>>(
      module, "Scope",
      "Names and the values they stand for. A scope finds the names of its "
      "parents. One thread may use a scope at a time.")
      .def(py::init([] { return Scope::Create(); }))
      .def(
          "new_scope",
          [](const std::shared_ptr<Scope>& self) {
            return Scope::Create(self);
          },
          "A child: it sees what stands here, and keeps this scope alive.")
      .def(
          "var",
          [](const std::shared_ptr<Scope>& self, const std::string& name) {
            self->Var(name);
            return ScopeVariable{self, name};
          },
          py::arg("name"), "The local variable, made if it does not exist.")
      .def("find_var", &FindVariable, py::arg("name"),
           "The variable here or in a parent; None if there is none.")
      .def(
          "erase",
          [](Scope& self, const std::string& name) { self.Erase(name); },
          py::arg("name"),
          "Destroys a local variable; KeyError if there is none.")
      .def("local_names", &Scope::LocalNames, "The names here, sorted.")
      .def_property_readonly("parent", &Scope::parent);
  module.def("global_scope", &CurrentScope,
             "The scope programs run in unless told otherwise.");
  module.def("_switch_scope", &SwitchScope, py::arg("scope"),
             "Makes a scope the current one; returns the one before.");
}

}  // namespace paddle::python
