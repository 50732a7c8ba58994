// Binds comparisons and logic on variables.
#include "paddle/framework/layers/logical.h"

#include <utility>

#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/text.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {

namespace py = pybind11;
using layer::Operand;
using layer::Variable;

template <>
struct FromPython<Operand> {
  static constexpr char kType[] = "Operand";
  using Given = Unread<Operand>;
  static Operand Read(const char* what, Given given) {
    const py::handle value = given.value;
    if (py::isinstance<Variable>(value)) return value.cast<Variable>();
    PADDLE_ENFORCE(IsNumber(value), TypeMismatch, what,
                   " takes variables and numbers, not ", ReprOf(value));
    return ToNumber(value);
  }
};

namespace {

using Comparison = Variable (*)(const Operand&, const Operand&,
                                const Variable&);
using Logic = Variable (*)(const Variable&, const Variable&, const Variable&);

// Python itself swaps the sides of a comparison with a number: 1 < x becomes x
// > 1.
void BindOperator(py::class_<Variable>* type, const char* name,
                  Comparison compare) {
  type->def(
      name,
      [=](const Variable& self, py::handle other) -> py::object {
        RefuseArray(self, other);
        if (!py::isinstance<Variable>(other) && !IsNumber(other)) {
          // Lets Python try the other operand, and raise its usual TypeError.
          return py::reinterpret_borrow<py::object>(Py_NotImplemented);
        }
        return py::cast(compare(self, FromPython<Operand>::Read(name, {other}),
                                Variable()));
      },
      py::arg("other"));
}

void BindOperator(py::class_<Variable>* type, const char* name, Logic logic) {
  type->def(
      name,
      [=](const Variable& self, py::handle other) -> py::object {
        RefuseArray(self, other);
        if (!py::isinstance<Variable>(other)) {
          return py::reinterpret_borrow<py::object>(Py_NotImplemented);
        }
        return py::cast(logic(self, other.cast<const Variable&>(), Variable()));
      },
      py::arg("other"));
}

}  // namespace

void BindLogical(py::module_& module) {
  const std::pair<const char*, Comparison> comparisons[] = {
      {"less_than", &layer::less_than},
      {"less_equal", &layer::less_equal},
      {"greater_than", &layer::greater_than},
      {"greater_equal", &layer::greater_equal},
      {"equal", &layer::equal},
      {"not_equal", &layer::not_equal}};
  for (const auto& [name, compare] : comparisons) {
    BindComposed(module, name, compare, py::arg("x"), py::arg("y"),
                 py::arg("cond") = py::none());
  }
  const std::pair<const char*, Logic> logics[] = {
      {"logical_and", &layer::logical_and},
      {"logical_or", &layer::logical_or},
      {"logical_xor", &layer::logical_xor}};
  for (const auto& [name, logic] : logics) {
    BindComposed(module, name, logic, py::arg("x"), py::arg("y"),
                 py::arg("out") = py::none());
  }
  BindComposed(module, "logical_not", &layer::logical_not, py::arg("x"),
               py::arg("out") = py::none());
  BindComposed(module, "is_empty", &layer::is_empty, py::arg("x"),
               py::arg("cond") = py::none());
  BindComposed(module, "increment", &layer::increment, py::arg("x"),
               py::arg("value") = 1.0, py::arg("out") = py::none());
  auto type = py::class_<Variable>(module.attr("Variable"));
  BindOperator(&type, "__lt__", &layer::less_than);
  BindOperator(&type, "__le__", &layer::less_equal);
  BindOperator(&type, "__gt__", &layer::greater_than);
  BindOperator(&type, "__ge__", &layer::greater_equal);
  BindOperator(&type, "__and__", &layer::logical_and);
  BindOperator(&type, "__or__", &layer::logical_or);
  BindOperator(&type, "__xor__", &layer::logical_xor);
  type.def("__invert__",
           [](const Variable& self) { return layer::logical_not(self); });
}

}  // namespace paddle::python
