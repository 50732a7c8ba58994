#include "paddle/python/binding/variable.h"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/recurrent.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/items.h"
#include "paddle/python/binding/ndarray.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Variable;

// Binds `left op right` and its reflection, for variables and numbers. Other
// types give NotImplemented, so that Python can ask the other side.
template <typename Operation>
void BindOperator(py::class_<Variable>* type, const char* name,
                  const char* reflected, Operation operation) {
  const auto either = [operation](const Variable& self,
                                  py::handle other) -> py::object {
    RefuseArray(self, other);
    if (py::isinstance<Variable>(other)) {
      return py::cast(operation(self, other.cast<const Variable&>()));
    }
    if (IsNumber(other)) return py::cast(operation(self, ToNumber(other)));
    return py::reinterpret_borrow<py::object>(Py_NotImplemented);
  };
  const auto from_right = [operation](const Variable& self,
                                      py::handle other) -> py::object {
    RefuseArray(self, other);
    if (IsNumber(other)) return py::cast(operation(ToNumber(other), self));
    return py::reinterpret_borrow<py::object>(Py_NotImplemented);
  };
  type->def(name, either, py::arg("other"));
  type->def(reflected, from_right, py::arg("other"));
}

void BindArithmetic(py::class_<Variable>* type) {
  BindOperator(type, "__add__", "__radd__",
               [](const auto& a, const auto& b) { return a + b; });
  BindOperator(type, "__sub__", "__rsub__",
               [](const auto& a, const auto& b) { return a - b; });
  BindOperator(type, "__mul__", "__rmul__",
               [](const auto& a, const auto& b) { return a * b; });
  BindOperator(type, "__truediv__", "__rtruediv__",
               [](const auto& a, const auto& b) { return a / b; });
  BindOperator(type, "__mod__", "__rmod__",
               [](const auto& a, const auto& b) { return a % b; });
  BindOperator(
      type, "__floordiv__", "__rfloordiv__",
      [](const auto& a, const auto& b) { return layer::floor_divide(a, b); });
  BindOperator(type, "__pow__", "__rpow__",
               [](const auto& a, const auto& b) { return layer::pow(a, b); });
  type->def("__neg__", [](const Variable& self) { return -self; });
  type->def("__abs__", [](const Variable& self) { return layer::abs(self); });
  type->def(
      "__matmul__",
      [](const Variable& a, const Variable& b) { return layer::matmul(a, b); },
      py::arg("other"));
  type->def(
      "astype",
      [](const Variable& self, py::handle dtype) {
        return layer::cast(self, ToDataType(dtype));
      },
      py::arg("dtype"), "The same values as another data type.");
  type->def(
      "as_step_input",
      [](const Variable& x) { return layer::CurrentRnn().StepInput(x); },
      "Inside the step of an rnn: this variable, [T, ...], step by step.");
}

py::tuple SymbolicShape(const Variable& self) {
  const framework::Dims dims = self.dims();
  const auto& sizes = self.program()->block(self.block()).sizes();
  py::tuple shape(dims.rank());
  for (int i = 0; i < dims.rank(); ++i) {
    shape[i] = dims[i] < 0 ? py::object(py::str(sizes.Text(dims[i])))
                           : py::object(py::int_(dims[i]));
  }
  return shape;
}

void BindProperties(py::class_<Variable>* type) {
  type->def_property_readonly("name", &Variable::name)
      .def_property_readonly(
          "shape", [](const Variable& self) { return ToShape(self.dims()); },
          "A tuple; -1 for a size that is not known in advance.")
      .def_property_readonly(
          "symbolic_shape", &SymbolicShape,
          "A tuple of numbers and, for sizes that are not known in advance, "
          "texts: \"N\" is the batch, \"s2\" a size of its own, \"N*28\" "
          "follows from others; \"/\" rounds down.")
      .def_property_readonly(
          "dtype",
          [](const Variable& self) { return DataTypeName(self.dtype()); },
          "A name such as \"float32\".")
      .def_property_readonly("ndim",
                             [](const Variable& v) { return v.dims().rank(); })
      .def_property_readonly("lod_level", &Variable::lod_level)
      .def_property_readonly(
          "is_tensor_array",
          [](const Variable& v) {
            return v.kind() == framework::proto::TENSOR_ARRAY;
          },
          "Whether it is a list of tensors, of which shape and dtype tell.")
      .def_property_readonly(
          "is_selected_rows",
          [](const Variable& v) {
            return v.kind() == framework::proto::SELECTED_ROWS;
          },
          "Whether it is some rows of a tensor of its shape (SelectedRows).")
      .def_property_readonly("block_index", &Variable::block)
      .def_property_readonly("program", &Variable::program)
      .def_property_readonly("is_parameter", &Variable::is_parameter)
      .def_property_readonly(
          "is_data", [](const Variable& v) { return v.desc().is_feed(); })
      .def_property("persistable", &Variable::persistable,
                    &Variable::set_persistable,
                    "Whether the value outlives a run.")
      .def_property("trainable", &Variable::trainable, &Variable::set_trainable)
      .def_property("stop_gradient", &Variable::stop_gradient,
                    &Variable::set_stop_gradient,
                    "Whether gradients stop here.");
}

// Describes a variable for debugging, even one that is gone.
std::string Describe(const Variable& self) {
  try {
    return absl::StrCat("<Variable ", self.ToString(), ">");
  } catch (const platform::Error&) {
    return absl::StrCat("<Variable ", self.name(), ", taken back>");
  }
}

}  // namespace

// Raises a clear error: NumPy's own would be about concatenation, or an index.
void RefuseArray(const Variable& self, py::handle other) {
  PADDLE_ENFORCE(!py::isinstance<Array>(other), TypeMismatch, "variable ",
                 self.ToString(),
                 " and an array cannot be combined: feed the array to a "
                 "variable of pd.layer.data");
}

py::tuple ToShape(const framework::Dims& dims) {
  py::tuple shape(dims.rank());
  for (int i = 0; i < dims.rank(); ++i) {
    shape[i] = dims[i] < 0 ? -1 : dims[i];
  }
  return shape;
}

std::vector<int64_t> FromShape(py::handle shape) {
  if (PyIndex_Check(shape.ptr())) return {ToInt64("a size", shape)};
  PADDLE_ENFORCE(
      py::isinstance<py::sequence>(shape) && !py::isinstance<py::str>(shape) &&
          !py::isinstance<Variable>(shape),
      TypeMismatch, "a shape is a list of sizes, not ", ReprOf(shape));
  std::vector<int64_t> sizes;
  VisitItems(shape, [&](py::handle size) {
    PADDLE_ENFORCE(size.is_none() || PyIndex_Check(size.ptr()), TypeMismatch,
                   "a size is a whole number or None, not ", ReprOf(size));
    sizes.push_back(size.is_none() ? -1 : ToInt64("a size", size));
  });
  return sizes;
}

Variable ToVariable(py::handle value,
                    const std::shared_ptr<framework::Program>& program) {
  if (py::isinstance<Variable>(value)) return value.cast<Variable>();
  PADDLE_ENFORCE(py::isinstance<py::str>(value), TypeMismatch,
                 "expected a variable or its name, not ", ReprOf(value));
  return layer::FindVariable(program, 0, value.cast<std::string>());
}

void BindVariable(py::module_& module) {
  // Declared by BindProgram, whose functions give variables.
  auto type = py::class_<Variable>(module.attr("Variable"));
  BindProperties(&type);
  BindArithmetic(&type);
  // Makes NumPy's scalars leave the arithmetic to the variable.
  type.attr("__array_ufunc__") = py::none();
  type.def("__eq__",
           [](const Variable& self, py::handle other) {
             return py::isinstance<Variable>(other) &&
                    self == other.cast<const Variable&>();
           })
      .def("__hash__",
           [](const Variable& self) {
             // Equal handles have equal hashes; the program's address suffices,
             // as handles keep it alive.
             return py::hash(py::make_tuple(
                 reinterpret_cast<uintptr_t>(self.program().get()),
                 self.block(), self.name()));
           })
      .def("__bool__",
           [](const Variable& self) -> bool {
             PADDLE_THROW(TypeMismatch, "variable ", self.name(),
                          " has no value before the program runs");
           })
      .def("__repr__", &Describe);
}

}  // namespace paddle::python
