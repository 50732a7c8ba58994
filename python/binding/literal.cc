// Binds values written into programs: data that need not be fed, and constants.
#include "paddle/framework/layers/literal.h"

#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/ndarray.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/tensor_handle.h"
#include "paddle/python/binding/tensor_value.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using layer::Variable;

// Converts int64 numbers to float32. Throws InvalidArgument for one that
// float32 cannot represent.
LoDTensor ToFloat32(const LoDTensor& whole) {
  LoDTensor floats(whole.dims(), DataType::kFloat32);
  const auto* from = whole.data<int64_t>();
  auto* to = floats.mutable_data<float>();
  for (int64_t i = 0; i < whole.numel(); ++i) {
    to[i] = static_cast<float>(from[i]);
    const auto same = layer::Number(to[i]).integer();
    PADDLE_ENFORCE(same && *same == from[i], InvalidArgument, "the number ",
                   from[i],
                   " is no float32, which literals are without a data type; "
                   "say dtype=\"int64\"");
  }
  floats.set_lod(whole.lod());
  return floats;
}

// Numbers without a data type become float32, the type that layers compute
// with.
LoDTensor Numbers(py::handle value) {
  // Integers are converted exactly, so that a large one is not rounded
  // silently.
  if (!AreWholeNumbers(value)) return ToTensor(value, DataType::kFloat32, "");
  return ToFloat32(ToTensor(value, DataType::kInt64, ""));
}

LoDTensor Literal(py::handle value, py::handle dtype) {
  DataType type;
  if (!dtype.is_none()) {
    type = ToDataType(dtype);
  } else if (py::isinstance<TensorHandle>(value)) {
    type = value.cast<const TensorHandle&>().Get().dtype();
  } else if (py::hasattr(value, "dtype") && py::hasattr(value, "__array__")) {
    type = ArrayType(value.attr("dtype")).ToDataType();
  } else {
    return Numbers(value);
  }
  // Literals are part of the program, which lives on the host.
  return framework::OnCPU(ToTensor(value, type, ""));
}

framework::proto::DefaultValue ToDefaultValue(const LoDTensor& tensor) {
  framework::proto::DefaultValue value;
  value.set_data(tensor.raw_data(), tensor.bytes());
  for (const int64_t size : tensor.dims()) value.add_dims(size);
  if (tensor.lod() == nullptr) return value;
  for (const std::vector<int64_t>& level : tensor.lod()->lengths()) {
    value.add_lengths()->mutable_values()->Add(level.begin(), level.end());
  }
  return value;
}

Variable DataLiteral(py::handle value, py::handle dtype,
                     const std::string& name, const std::string& prefix) {
  LoDTensor tensor = Literal(value, dtype);
  // A vector is a column of rows, as for data.
  if (tensor.rank() == 1) {
    const Dims column({tensor.dims()[0], 1});
    tensor = LoDTensor(tensor.Reshaped(column), tensor.lod());
  }
  return layer::data_with_default(ToDefaultValue(tensor), tensor.dtype(), name,
                                  prefix);
}

Variable Var(py::handle value, py::handle dtype, bool param,
             const std::string& name) {
  const LoDTensor tensor = Literal(value, dtype);
  std::vector<int64_t> shape = tensor.dims().ToVector();
  // A scalar literal is a variable of shape [1], as in the design documents.
  if (shape.empty()) shape = {1};
  return layer::var(shape, NumbersOf(tensor), param, {tensor.dtype(), name});
}

Variable MakeData(py::handle shape, py::handle dtype, const std::string& name,
                  int lod_level) {
  const std::string chosen =
      name.empty() ? layer::DefaultMainProgram()->UniqueName("variable") : name;
  return layer::data(chosen, FromShape(shape), ToDataType(dtype), lod_level);
}

}  // namespace

void BindLiterals(py::module_& module) {
  module.def("_data_literal", &DataLiteral, py::arg("value"), py::arg("dtype"),
             py::arg("name"), py::arg("prefix"));
  module.def("_to_float32", [](const TensorHandle& whole) {
    return TensorHandle(ToFloat32(framework::OnCPU(whole.Get())));
  });
  module.def("_var", &Var, py::arg("value"), py::arg("dtype"), py::arg("param"),
             py::arg("name"));
  py::class_<Variable>(module.attr("Variable"))
      .def(py::init(&MakeData), py::arg("shape"), py::arg("dtype") = "float32",
           py::arg("name") = "", py::arg("lod_level") = 0,
           "Data to be fed, of the default main program; see pd.layer.data.");
}

}  // namespace paddle::python
