// Binds layers with parameters that slide windows over images, volumes and
// sequences.
#include <cstdint>
#include <tuple>
#include <utility>

#include "paddle/framework/layers/conv.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Sizes;
using layer::Variable;

// All options of convolutions but the groups, which follow from the channels.
struct DepthwiseConvOptions : layer::ConvOptions {
  static constexpr auto kArguments = std::tuple_cat(kWindow, kParameters);
};

// Python can leave the number of filters out, which comes second then.
Variable DepthwiseConv2d(const Variable& input, Sizes filter_size,
                         int64_t num_filters,
                         const DepthwiseConvOptions& options) {
  return layer::depthwise_conv2d(input, num_filters, std::move(filter_size),
                                 options);
}

}  // namespace

void BindConvLayers(py::module_& module) {
  BindComposed(module, "conv2d", &layer::conv2d, py::arg("input"),
               py::arg("num_filters"), py::arg("filter_size"));
  BindComposed(module, "pool2d", &layer::pool2d, py::arg("input"),
               py::arg("pool_size") = 1);
  BindComposed(module, "depthwise_conv2d", &DepthwiseConv2d, py::arg("input"),
               py::arg("filter_size"), py::arg("num_filters") = 0);
  BindComposed(module, "conv2d_transpose", &layer::conv2d_transpose,
               py::arg("input"), py::arg("num_filters"),
               py::arg("filter_size") = py::none());
  BindComposed(module, "conv3d", &layer::conv3d, py::arg("input"),
               py::arg("num_filters"), py::arg("filter_size"));
  BindComposed(module, "conv3d_transpose", &layer::conv3d_transpose,
               py::arg("input"), py::arg("num_filters"),
               py::arg("filter_size") = py::none());
  BindComposed(module, "row_conv", &layer::row_conv, py::arg("input"),
               py::arg("future_context_size"),
               py::arg("param_attr") = py::none(), py::arg("act") = "",
               py::arg("name") = "");
}

}  // namespace paddle::python
