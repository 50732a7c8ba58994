// Binds composed layers and the generic call of any operator. The package's
// layer/ folder documents them.
#include "paddle/framework/layers/layers.h"

#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/call_site.h"
#include "paddle/python/binding/composed.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {

namespace py = pybind11;
using layer::DataType;
using layer::SlotList;
using layer::Variable;

namespace {

struct Shape {
  std::vector<int64_t> sizes;
};
// In signatures, its sizes are all known.
struct FixedShape : Shape {};

template <typename T>
struct ShapeFromPython {
  using Given = Unread<T>;
  static T Read(const char*, Given given) {
    T shape;
    shape.sizes = FromShape(given.value);
    return shape;
  }
};

}  // namespace

template <>
struct FromPython<Shape> : ShapeFromPython<Shape> {
  static constexpr char kType[] = "Shape";
};
template <>
struct FromPython<FixedShape> : ShapeFromPython<FixedShape> {
  static constexpr char kType[] = "FixedShape";
};

namespace {

SlotList ToSlots(const std::string& type, const py::dict& slots) {
  SlotList list;
  for (const auto& [slot, value] : slots) {
    const auto name = slot.cast<std::string>();
    // None leaves the slot out.
    if (value.is_none()) continue;
    list.emplace_back(
        name, FromPython<std::vector<Variable>>::Read(
                  absl::StrCat("input ", name, " of ", type).c_str(), {value}));
  }
  return list;
}

// Writes any operator and returns its outputs by slot, each a list.
py::dict AppendOp(const std::string& type, const py::dict& inputs,
                  const py::dict& attrs, const py::dict& outputs,
                  const std::vector<std::pair<std::string, int>>& counts,
                  const std::string& name) {
  layer::OpOptions options;
  options.outputs = ToSlots(type, outputs);
  options.counts = counts;
  options.prefix = name;
  const layer::Outputs made = layer::AppendOp(type, ToSlots(type, inputs),
                                              ToAttributes(attrs), options);
  py::dict result;
  const auto& schemas = layer::DefaultMainProgram()->schemas();
  for (const auto& slot : framework::FindOpProto(schemas, type).outputs) {
    result[slot.name.c_str()] = made.List(slot.name);
  }
  return result;
}

Variable Embedding(const Variable& ids, const std::vector<int64_t>& size,
                   const layer::EmbeddingOptions& options) {
  PADDLE_ENFORCE(size.size() == 2, TypeMismatch,
                 "embedding: size is (rows, width), not (",
                 absl::StrJoin(size, ", "), ")");
  return layer::embedding(ids, size[0], size[1], options);
}

Variable Data(const std::string& name, const Shape& shape, DataType dtype,
              int lod_level) {
  return layer::data(name, shape.sizes, dtype, lod_level);
}

Variable Parameter(const FixedShape& shape, DataType dtype,
                   const layer::ParamAttr& attr) {
  return layer::parameter(shape.sizes, dtype, attr);
}

Variable GlobalVariable(const FixedShape& shape, layer::Number value,
                        DataType dtype, const std::string& name) {
  return layer::global_variable(shape.sizes, dtype, value, name);
}

void BindVariableMakers(py::module_& module) {
  const auto dtype = py::arg("dtype") = "float32";
  BindComposed(module, "data", &Data, py::arg("name"), py::arg("shape"), dtype,
               py::arg("lod_level") = 0);
  BindComposed(module, "create_parameter", &Parameter, py::arg("shape"), dtype,
               py::arg("attr") = py::none());
  BindComposed(module, "create_global_var", &GlobalVariable, py::arg("shape"),
               py::arg("value"), dtype, py::arg("name") = "");
  module.def("get_variable", &layer::get_variable, py::arg("name"),
             "The variable as seen from the current block of the default main "
             "program; KeyError, with the nearest names, if there is none.\n\n"
             "Example:\n"
             "  >>> x = pd.layer.data(\"x\", [None, 2])\n"
             "  >>> pd.get_variable(\"x\").shape\n"
             "  (-1, 2)");
}

void BindComposedLayers(py::module_& module) {
  module.def("_add_scalar", &layer::add_scalar);
  BindComposed(module, "dropout", &layer::dropout, py::arg("x"),
               py::arg("dropout_prob") = 0.5, py::arg("is_test") = false,
               py::arg("seed") = 0);
  BindComposed(module, "embedding", &Embedding, py::arg("input"),
               py::arg("size"));
  BindComposed(module, "accuracy", &layer::accuracy, py::arg("input"),
               py::arg("label"), py::arg("k") = 1);
}

}  // namespace

void BindLayers(py::module_& module) {
  // From here on every operator carries the user's lines.
  layer::SetCallSiteProvider(&UserFrames);
  module.def("_append_op", &AppendOp, py::arg("type"), py::arg("inputs"),
             py::arg("attrs"), py::arg("outputs") = py::dict(),
             py::arg("counts") = std::vector<std::pair<std::string, int>>(),
             py::arg("name") = "");
  BindVariableMakers(module);
  BindComposedLayers(module);
}

}  // namespace paddle::python
