// Binds layers with parameters that slide windows over images, volumes and
// sequences.
#include <pybind11/stl.h>

#include <string>

#include "paddle/framework/layers/conv.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/param_attr.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Sizes;
using layer::Variable;

// None means "not given".
Sizes ToSizes(py::handle value) {
  return value.is_none() ? Sizes({}) : Sizes(FromShape(value));
}

// Sets the options that all convolutions have.
void SetOptions(py::handle stride, py::handle padding, py::handle dilation,
                py::handle param_attr, py::handle bias_attr,
                const std::string& act, const std::string& name,
                layer::ConvOptions* options) {
  options->stride = ToSizes(stride);
  options->padding = ToSizes(padding);
  options->dilation = ToSizes(dilation);
  options->weight = ToParamAttr(param_attr);
  options->bias = ToOptionalParamAttr(bias_attr);
  options->act = act;
  options->name = name;
}

Variable Conv3d(const Variable& input, int64_t num_filters,
                py::handle filter_size, py::handle stride, py::handle padding,
                py::handle dilation, int64_t groups, py::handle param_attr,
                py::handle bias_attr, const std::string& act,
                const std::string& name) {
  layer::ConvOptions options;
  SetOptions(stride, padding, dilation, param_attr, bias_attr, act, name,
             &options);
  options.groups = groups;
  return layer::conv3d(input, num_filters, ToSizes(filter_size), options);
}

Variable DepthwiseConv2d(const Variable& input, int64_t num_filters,
                         py::handle filter_size, py::handle stride,
                         py::handle padding, py::handle dilation,
                         py::handle param_attr, py::handle bias_attr,
                         const std::string& act, const std::string& name) {
  layer::ConvOptions options;
  SetOptions(stride, padding, dilation, param_attr, bias_attr, act, name,
             &options);
  return layer::depthwise_conv2d(input, num_filters, ToSizes(filter_size),
                                 options);
}

template <Variable (*kLayer)(const Variable&, int64_t, Sizes,
                             const layer::ConvTransposeOptions&)>
Variable Transposed(const Variable& input, int64_t num_filters,
                    py::handle filter_size, py::handle stride,
                    py::handle padding, py::handle dilation, int64_t groups,
                    py::handle output_padding, py::handle output_size,
                    py::handle param_attr, py::handle bias_attr,
                    const std::string& act, const std::string& name) {
  layer::ConvTransposeOptions options;
  SetOptions(stride, padding, dilation, param_attr, bias_attr, act, name,
             &options);
  options.groups = groups;
  options.output_padding = ToSizes(output_padding);
  options.output_size = ToSizes(output_size);
  return kLayer(input, num_filters, ToSizes(filter_size), options);
}

}  // namespace

void BindConvLayers(py::module_& module) {
  module.def("_conv3d", &Conv3d);
  module.def("_depthwise_conv2d", &DepthwiseConv2d);
  module.def("_conv2d_transpose", &Transposed<&layer::conv2d_transpose>);
  module.def("_conv3d_transpose", &Transposed<&layer::conv3d_transpose>);
  module.def("_row_conv", [](const Variable& input, int64_t future_context,
                             py::handle param_attr, const std::string& act,
                             const std::string& name) {
    return layer::row_conv(input, future_context, ToParamAttr(param_attr), act,
                           name);
  });
}

}  // namespace paddle::python
