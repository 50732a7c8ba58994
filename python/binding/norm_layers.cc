// Binds layers that normalize.
#include <pybind11/pybind11.h>

#include <string>

#include "paddle/framework/layers/norm.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/param_attr.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Variable;

Variable LayerNorm(const Variable& input, int64_t begin_norm_axis,
                   double epsilon, py::handle param_attr, py::handle bias_attr,
                   const std::string& act, const std::string& name) {
  layer::LayerNormOptions options;
  options.begin_norm_axis = begin_norm_axis;
  options.epsilon = epsilon;
  options.scale = ToOptionalParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.act = act;
  options.name = name;
  return layer::layer_norm(input, options);
}

Variable RmsNorm(const Variable& input, int64_t begin_norm_axis, double epsilon,
                 py::handle param_attr, const std::string& act,
                 const std::string& name) {
  layer::RmsNormOptions options;
  options.begin_norm_axis = begin_norm_axis;
  options.epsilon = epsilon;
  options.scale = ToOptionalParamAttr(param_attr);
  options.act = act;
  options.name = name;
  return layer::rms_norm(input, options);
}

layer::ImageNormOptions ImageOptions(double epsilon, py::handle param_attr,
                                     py::handle bias_attr,
                                     const std::string& act,
                                     const std::string& name) {
  layer::ImageNormOptions options;
  options.epsilon = epsilon;
  options.scale = ToOptionalParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.act = act;
  options.name = name;
  return options;
}

}  // namespace

void BindNormLayers(py::module_& module) {
  module.def("_layer_norm", &LayerNorm);
  module.def("_rms_norm", &RmsNorm);
  module.def("_group_norm", [](const Variable& input, int64_t groups,
                               double epsilon, py::handle param_attr,
                               py::handle bias_attr, const std::string& act,
                               const std::string& name) {
    return layer::group_norm(
        input, groups, ImageOptions(epsilon, param_attr, bias_attr, act, name));
  });
  module.def(
      "_instance_norm", [](const Variable& input, double epsilon,
                           py::handle param_attr, py::handle bias_attr,
                           const std::string& act, const std::string& name) {
        return layer::instance_norm(
            input, ImageOptions(epsilon, param_attr, bias_attr, act, name));
      });
}

}  // namespace paddle::python
