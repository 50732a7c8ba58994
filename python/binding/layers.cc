// Binds composed layers and the generic call of any operator. The package's
// layer/ folder gives them signatures.
#include "paddle/framework/layers/layers.h"

#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/call_site.h"
#include "paddle/python/binding/numbers.h"
#include "paddle/python/binding/param_attr.h"
#include "paddle/python/binding/text.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::SlotList;
using layer::Variable;

std::vector<Variable> ToVariables(const std::string& what, py::handle value) {
  // A single variable counts as a list of one.
  if (py::isinstance<Variable>(value)) return {value.cast<Variable>()};
  std::vector<Variable> variables;
  PADDLE_ENFORCE(
      py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value),
      TypeMismatch, what, " takes variables, not ", ReprOf(value));
  for (py::handle item : value) {
    PADDLE_ENFORCE(py::isinstance<Variable>(item), TypeMismatch, what,
                   " takes variables, not ", ReprOf(item));
    variables.push_back(item.cast<Variable>());
  }
  return variables;
}

SlotList ToSlots(const std::string& type, const py::dict& slots) {
  SlotList list;
  for (const auto& [slot, value] : slots) {
    const auto name = slot.cast<std::string>();
    // None leaves the slot out.
    if (value.is_none()) continue;
    list.emplace_back(
        name, ToVariables(absl::StrCat("input ", name, " of ", type), value));
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

layer::Size2 ToSize2(py::handle value) {
  const std::vector<int64_t> sizes = FromShape(value);
  PADDLE_ENFORCE(sizes.size() == 1 || sizes.size() == 2, InvalidArgument,
                 "height and width are one number or two, not ", ReprOf(value));
  return {sizes.front(), sizes.back()};
}

Variable Fc(py::handle input, int64_t size, int num_flatten_dims,
            py::handle param_attr, py::handle bias_attr, const std::string& act,
            const std::string& name) {
  layer::FcOptions options;
  options.num_flatten_dims = num_flatten_dims;
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.act = act;
  options.name = name;
  return layer::fc(ToVariables("fc", input), size, options);
}

Variable Conv2d(const Variable& input, int64_t num_filters,
                py::handle filter_size, py::handle stride, py::handle padding,
                py::handle dilation, int64_t groups, py::handle param_attr,
                py::handle bias_attr, const std::string& act,
                const std::string& name) {
  layer::Conv2dOptions options;
  options.stride = ToSize2(stride);
  options.padding = ToSize2(padding);
  options.dilation = ToSize2(dilation);
  options.groups = groups;
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.act = act;
  options.name = name;
  return layer::conv2d(input, num_filters, ToSize2(filter_size), options);
}

Variable Pool2d(const Variable& input, py::handle size, const std::string& type,
                py::handle stride, py::handle padding, bool global,
                bool ceil_mode, const std::string& name) {
  layer::Pool2dOptions options;
  options.type = type;
  options.stride = ToSize2(stride);
  options.padding = ToSize2(padding);
  options.global = global;
  options.ceil_mode = ceil_mode;
  options.name = name;
  return layer::pool2d(input, ToSize2(size), options);
}

Variable BatchNorm(const Variable& input, const std::string& act, bool is_test,
                   double momentum, double epsilon, py::handle param_attr,
                   py::handle bias_attr, const std::string& name,
                   const std::string& moving_mean_name,
                   const std::string& moving_variance_name) {
  layer::BatchNormOptions options;
  options.act = act;
  options.is_test = is_test;
  options.momentum = momentum;
  options.epsilon = epsilon;
  options.scale = ToParamAttr(param_attr);
  options.bias = ToParamAttr(bias_attr);
  options.name = name;
  options.mean_name = moving_mean_name;
  options.variance_name = moving_variance_name;
  return layer::batch_norm(input, options);
}

Variable Embedding(const Variable& ids, int64_t rows, int64_t width,
                   bool is_sparse, int64_t padding_idx, py::handle param_attr,
                   py::handle dtype, const std::string& name) {
  layer::EmbeddingOptions options;
  options.is_sparse = is_sparse;
  options.padding_idx = padding_idx;
  options.weight = ToParamAttr(param_attr);
  options.dtype = ToDataType(dtype);
  options.name = name;
  return layer::embedding(ids, rows, width, options);
}

void BindVariableMakers(py::module_& module) {
  module.def("_data", [](const std::string& name, py::handle shape,
                         py::handle dtype, int lod_level) {
    return layer::data(name, FromShape(shape), ToDataType(dtype), lod_level);
  });
  module.def("_parameter",
             [](py::handle shape, py::handle dtype, py::handle attr) {
               return layer::parameter(FromShape(shape), ToDataType(dtype),
                                       ToParamAttr(attr));
             });
  module.def("_global_variable", [](py::handle shape, layer::Number value,
                                    py::handle dtype, const std::string& name) {
    return layer::global_variable(FromShape(shape), ToDataType(dtype), value,
                                  name);
  });
  module.def("get_variable", &layer::get_variable, py::arg("name"),
             "The variable as seen from the current block of the default main "
             "program; KeyError, with the nearest names, if there is none.\n\n"
             "Example:\n"
             "  >>> x = pd.layer.data(\"x\", [None, 2])\n"
             "  >>> pd.get_variable(\"x\").shape\n"
             "  (-1, 2)");
}

void BindComposed(py::module_& module) {
  module.def("_fc", &Fc);
  module.def("_fc_of", [](const Variable& w, const Variable& x) {
    return layer::fc(w, x);
  });
  module.def("_add_scalar", &layer::add_scalar);
  module.def("_conv2d", &Conv2d);
  module.def("_pool2d", &Pool2d);
  module.def("_batch_norm", &BatchNorm);
  module.def("_dropout", &layer::dropout);
  module.def("_embedding", &Embedding);
  module.def("_accuracy", &layer::accuracy);
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
  BindComposed(module);
}

}  // namespace paddle::python
