// Binds layers with parameters that slide windows over images, volumes and
// sequences.
#include <cstdint>
#include <tuple>
#include <utility>

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/conv.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Sizes;
using layer::Variable;

// Options of layers with the format that they have by default.
template <typename Options>
struct FlatOptions : Options {
  FlatOptions() { this->data_format = "NCHW"; }
};
template <typename Options>
struct DeepOptions : Options {
  DeepOptions() { this->data_format = "NCDHW"; }
};

// All options of convolutions but the groups, which follow from the channels.
struct DepthwiseConvOptions : FlatOptions<layer::ConvOptions> {
  static constexpr auto kArguments =
      std::tuple_cat(kWindow, kParameters, kFormat);
};

struct Pool3dOptions : DeepOptions<layer::PoolOptions> {
  using Self = layer::PoolOptions;
  static constexpr auto kArguments =
      std::make_tuple(layer::Argument("pool_type", &Self::type),
                      layer::Argument("pool_stride", &Self::stride),
                      layer::Argument("pool_padding", &Self::padding),
                      layer::Argument("global_pooling", &Self::global),
                      layer::Argument("ceil_mode", &Self::ceil_mode),
                      layer::Argument("exclusive", &Self::exclusive),
                      layer::Argument("name", &Self::name),
                      layer::Argument("data_format", &Self::data_format));
};

// The layers with these options.
template <auto kLayer, typename Options>
Variable With(const Variable& input, int64_t num_filters, Sizes filter_size,
              const Options& options) {
  return kLayer(input, num_filters, std::move(filter_size), options);
}

Variable Pool3d(const Variable& input, Sizes size,
                const Pool3dOptions& options) {
  return layer::pool3d(input, std::move(size), options);
}

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
  BindComposed(
      module, "conv2d_transpose",
      &With<&layer::conv2d_transpose, FlatOptions<layer::ConvTransposeOptions>>,
      py::arg("input"), py::arg("num_filters"),
      py::arg("filter_size") = py::none());
  BindComposed(
      module, "conv3d", &With<&layer::conv3d, DeepOptions<layer::ConvOptions>>,
      py::arg("input"), py::arg("num_filters"), py::arg("filter_size"));
  BindComposed(
      module, "conv3d_transpose",
      &With<&layer::conv3d_transpose, DeepOptions<layer::ConvTransposeOptions>>,
      py::arg("input"), py::arg("num_filters"),
      py::arg("filter_size") = py::none());
  BindComposed(module, "pool3d", &Pool3d, py::arg("input"),
               py::arg("pool_size") = 1);
  BindComposed(module, "row_conv", &layer::row_conv, py::arg("input"),
               py::arg("future_context_size"),
               py::arg("param_attr") = py::none(), py::arg("act") = "",
               py::arg("name") = "");
}

}  // namespace paddle::python
