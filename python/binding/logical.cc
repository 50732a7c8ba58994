// Binds comparisons and logic on variables.
#include "paddle/framework/layers/logical.h"

#include <string>

#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/text.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Operand;
using layer::Variable;
using Comparison = Variable (*)(const Operand&, const Operand&,
                                const Variable&);
using Logic = Variable (*)(const Variable&, const Variable&, const Variable&);

Operand ToOperand(const char* what, py::handle value) {
  if (py::isinstance<Variable>(value)) return value.cast<Variable>();
  PADDLE_ENFORCE(IsNumber(value), TypeMismatch, what,
                 " takes variables and numbers, not ", ReprOf(value));
  return ToNumber(value);
}

// None asks for a new variable.
Variable ToOutput(py::handle out) {
  if (out.is_none()) return Variable();
  PADDLE_ENFORCE(py::isinstance<Variable>(out), TypeMismatch,
                 "an answer is written to a variable, not to ", ReprOf(out));
  return out.cast<Variable>();
}

void BindComparison(py::module_& module, const char* name, Comparison compare) {
  module.def(name, [=](py::handle x, py::handle y, py::handle out) {
    // The names begin with an underscore, which messages leave out.
    return compare(ToOperand(name + 1, x), ToOperand(name + 1, y),
                   ToOutput(out));
  });
}

void BindLogic(py::module_& module, const char* name, Logic logic) {
  module.def(name, [=](const Variable& x, const Variable& y, py::handle out) {
    return logic(x, y, ToOutput(out));
  });
}

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
        return py::cast(compare(self, ToOperand(name, other), Variable()));
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
  BindComparison(module, "_less_than", &layer::less_than);
  BindComparison(module, "_less_equal", &layer::less_equal);
  BindComparison(module, "_greater_than", &layer::greater_than);
  BindComparison(module, "_greater_equal", &layer::greater_equal);
  BindComparison(module, "_equal", &layer::equal);
  BindComparison(module, "_not_equal", &layer::not_equal);
  BindLogic(module, "_logical_and", &layer::logical_and);
  BindLogic(module, "_logical_or", &layer::logical_or);
  BindLogic(module, "_logical_xor", &layer::logical_xor);
  module.def("_logical_not", [](const Variable& x, py::handle out) {
    return layer::logical_not(x, ToOutput(out));
  });
  module.def("_is_empty", [](const Variable& x, py::handle out) {
    return layer::is_empty(x, ToOutput(out));
  });
  module.def("_increment",
             [](const Variable& x, layer::Number value, py::handle out) {
               return layer::increment(x, value, ToOutput(out));
             });
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
