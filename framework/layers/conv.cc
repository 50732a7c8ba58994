#include "paddle/framework/layers/conv.h"

#include "paddle/framework/layers/filter_groups.h"
#include "paddle/framework/layers/image_format.h"
#include "paddle/framework/layers/layer_helper.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {
namespace {

using Integers = std::vector<int64_t>;

// Returns the dims of images with `axes` axes, whose number of channels is
// known.
Dims ImageDims(const std::string& layer, const Variable& x, int axes) {
  const Dims dims = x.dims();
  PADDLE_ENFORCE_EQ(dims.rank(), 2 + axes, layer, " takes images [N, C, ",
                    axes == 2 ? "" : "D, ", "H, W], not ", x.ToString());
  // Parameters have a size for each channel.
  FixedSizes(dims.Slice(1, 2), layer + "'s parameters");
  return dims;
}

AttributeMap WindowAttrs(const ConvOptions& options, int axes,
                         const std::string& layer, int64_t groups) {
  AttributeMap attrs = {
      {"strides", options.stride.Of(axes, layer + "'s stride")},
      {"dilations", options.dilation.Of(axes, layer + "'s dilation")},
      {"groups", groups}};
  options.padding.AppendTo(&attrs, axes, layer + "'s padding");
  return attrs;
}

// Creates filters [first, second, size...] and initial values for that many
// inputs per window.
Variable Filters(LayerHelper* layer, int64_t first, int64_t second,
                 const Integers& size, int64_t channels,
                 const ParamAttr& attr) {
  Integers shape = {first, second};
  shape.insert(shape.end(), size.begin(), size.end());
  // He's initializer needs the number of inputs of one output element.
  double fan_in = static_cast<double>(channels);
  for (int64_t s : size) fan_in *= static_cast<double>(s);
  return layer->Weight(shape, attr,
                       initializer::MSRA(/*uniform=*/false, fan_in));
}

Variable Finish(LayerHelper* layer, const Variable& out,
                const ConvOptions& options) {
  return layer->Activate(layer->AddBias(out, options.bias, 1), options.act);
}

Variable Convolve(const std::string& type, int axes, const Variable& input,
                  int64_t num_filters, const Sizes& filter_size, int64_t groups,
                  LayerHelper* layer, const ConvOptions& options) {
  const int64_t channels = input.dims()[1];
  CheckGroups(layer->name(), groups, channels, num_filters);
  const Variable filter =
      Filters(layer, num_filters, channels / groups,
              filter_size.Of(axes, layer->name() + "'s filter size"),
              channels / groups, options.weight);
  const Variable out =
      layer->Op(type, {{"Input", input}, {"Filter", filter}},
                WindowAttrs(options, axes, layer->name(), groups));
  return Finish(layer, out, options);
}

// Returns the filter size that yields an image of output_size.
Integers FilterFor(const Variable& input, int axes, const std::string& layer,
                   const ConvTransposeOptions& options) {
  PADDLE_ENFORCE(!options.output_size.empty() && !options.padding.is_same(),
                 InvalidArgument, layer, " needs a filter size",
                 options.padding.is_same() ? "" : " or an output size");
  const Integers in =
      FixedSizes(input.dims().Slice(2, 2 + axes), layer + "'s weight");
  const Integers out = options.output_size.Of(axes, layer + "'s output size");
  const Integers stride = options.stride.Of(axes, layer + "'s stride");
  const Integers padding = options.padding.SumsOf(axes, layer + "'s padding");
  const Integers dilation = options.dilation.Of(axes, layer + "'s dilation");
  Integers filter;
  for (int i = 0; i < axes; ++i) {
    // The span of the filter that reaches from the last input element to the
    // last output.
    const int64_t reach = out[i] + padding[i] - (in[i] - 1) * stride[i];
    PADDLE_ENFORCE(reach >= 1 && dilation[i] >= 1, InvalidArgument, layer,
                   ": no filter makes ", out[i], " elements of axis ", 2 + i,
                   " of ", input.ToString());
    filter.push_back((reach - 1) / dilation[i] + 1);
  }
  return filter;
}

Variable Transposed(const std::string& type, int axes, const Variable& input,
                    int64_t num_filters, const Sizes& filter_size,
                    const ConvTransposeOptions& options) {
  LayerHelper layer(type, {input}, options.name);
  const ImageFormat format(layer.name(), options.data_format, axes);
  const Variable x = format.First(input);
  ImageDims(type, x, axes);
  const int64_t channels = x.dims()[1], groups = options.groups;
  CheckGroups(layer.name(), groups, channels, num_filters);
  // The size of the filter follows from that of the output only if it is not
  // given.
  const Integers size =
      filter_size.empty()
          ? FilterFor(x, axes, layer.name(), options)
          : filter_size.Of(axes, layer.name() + "'s filter size");
  const Variable filter = Filters(&layer, channels, num_filters / groups, size,
                                  channels / groups, options.weight);
  AttributeMap attrs = WindowAttrs(options, axes, layer.name(), groups);
  if (!options.output_padding.empty()) {
    attrs.emplace_back(
        "output_padding",
        options.output_padding.Of(axes, layer.name() + "'s output padding"));
  }
  if (!options.output_size.empty()) {
    attrs.emplace_back(
        "output_size",
        options.output_size.Of(axes, layer.name() + "'s output size"));
  }
  const Variable out =
      layer.Op(type, {{"Input", x}, {"Filter", filter}}, attrs);
  return format.Back(Finish(&layer, out, options));
}

AttributeMap PoolAttrs(const Sizes& size, const PoolOptions& options, int axes,
                       const std::string& layer) {
  AttributeMap attrs = {
      {"ksize", size.Of(axes, layer + "'s size")},
      {"strides", options.stride.Of(axes, layer + "'s stride")},
      {"global_pooling", options.global},
      {"adaptive", options.adaptive},
      {"ceil_mode", options.ceil_mode}};
  options.padding.AppendTo(&attrs, axes, layer + "'s padding");
  return attrs;
}

}  // namespace

std::vector<int64_t> Sizes::Of(int axes, const std::string& what) const {
  // Other counts are refused, as broadcasting two numbers to three axes would
  // be a guess.
  PADDLE_ENFORCE(sizes_.size() == 1 || static_cast<int>(sizes_.size()) == axes,
                 InvalidArgument, what, " is one number or ", axes, ", not ",
                 sizes_.size());
  return sizes_.size() == 1 ? Integers(axes, sizes_[0]) : sizes_;
}

Variable conv3d(const Variable& input, int64_t num_filters, Sizes filter_size,
                const ConvOptions& options) {
  LayerHelper layer("conv3d", {input}, options.name);
  const ImageFormat format(layer.name(), options.data_format, 3);
  const Variable x = format.First(input);
  ImageDims("conv3d", x, 3);
  return format.Back(Convolve("conv3d", 3, x, num_filters, filter_size,
                              options.groups, &layer, options));
}

Variable depthwise_conv2d(const Variable& input, int64_t num_filters,
                          Sizes filter_size, const ConvOptions& options) {
  LayerHelper layer("depthwise_conv2d", {input}, options.name);
  const ImageFormat format(layer.name(), options.data_format, 2);
  const Variable x = format.First(input);
  const int64_t channels = ImageDims("depthwise_conv2d", x, 2)[1];
  return format.Back(Convolve("depthwise_conv2d", 2, x,
                              num_filters == 0 ? channels : num_filters,
                              filter_size, channels, &layer, options));
}

Variable conv2d_transpose(const Variable& input, int64_t num_filters,
                          Sizes filter_size,
                          const ConvTransposeOptions& options) {
  return Transposed("conv2d_transpose", 2, input, num_filters, filter_size,
                    options);
}

Variable conv3d_transpose(const Variable& input, int64_t num_filters,
                          Sizes filter_size,
                          const ConvTransposeOptions& options) {
  return Transposed("conv3d_transpose", 3, input, num_filters, filter_size,
                    options);
}

Variable pool3d(const Variable& input, Sizes size, const PoolOptions& options) {
  LayerHelper layer("pool3d", {input}, options.name);
  AttributeMap attrs = PoolAttrs(size, options, 3, layer.name());
  attrs.emplace_back("pooling_type", options.type);
  attrs.emplace_back("exclusive", options.exclusive);
  const ImageFormat format(layer.name(), options.data_format, 3);
  return format.Back(layer.Op("pool3d", {{"X", format.First(input)}}, attrs));
}

PooledWithIndex max_pool_with_index(const Variable& input, Sizes size,
                                    const PoolOptions& options) {
  const int axes = input.dims().rank() == 5 ? 3 : 2;
  // One layer for images and volumes; the rank tells.
  const std::string type =
      axes == 3 ? "max_pool3d_with_index" : "max_pool2d_with_index";
  LayerHelper layer(type, {input}, options.name);
  const Outputs made = layer.AppendOp(
      type, {{"X", input}}, PoolAttrs(size, options, axes, layer.name()));
  return {made["Out"], made["Mask"]};
}

Variable unpool(const Variable& x, const Variable& indices, Sizes size,
                Sizes stride, Sizes padding, Sizes output_size) {
  AttributeMap attrs = {{"ksize", size.Of(2, "unpool's size")},
                        {"strides", stride.Of(2, "unpool's stride")},
                        {"paddings", padding.Of(2, "unpool's padding")}};
  if (!output_size.empty()) {
    attrs.emplace_back("output_size",
                       output_size.Of(2, "unpool's output size"));
  }
  return Op("unpool", {{"X", x}, {"Indices", indices}}, attrs);
}

Variable resize_bilinear(const Variable& input, Sizes out_shape,
                         bool align_corners) {
  const Integers size = out_shape.Of(2, "resize_bilinear's size");
  return Op("bilinear_interp", {{"X", input}},
            {{"out_h", size[0]},
             {"out_w", size[1]},
             {"align_corners", align_corners}});
}

Variable resize_nearest(const Variable& input, Sizes out_shape) {
  const Integers size = out_shape.Of(2, "resize_nearest's size");
  return Op("nearest_interp", {{"X", input}},
            {{"out_h", size[0]}, {"out_w", size[1]}});
}

Variable im2sequence(const Variable& input, Sizes filter_size, Sizes stride,
                     Sizes padding) {
  // Four paddings: up, left, down, right.
  return Op("im2sequence", {{"X", input}},
            {{"kernels", filter_size.Of(2, "im2sequence's filter size")},
             {"strides", stride.Of(2, "im2sequence's stride")},
             {"paddings", padding.Of(4, "im2sequence's padding")}});
}

Variable row_conv(const Variable& input, int64_t future_context_size,
                  const ParamAttr& weight, const std::string& act,
                  const std::string& name) {
  LayerHelper layer("row_conv", {input}, name);
  PADDLE_ENFORCE_GE(future_context_size, 0, "the future context of ",
                    layer.name());
  const Dims dims = input.dims();
  PADDLE_ENFORCE_EQ(dims.rank(), 2,
                    "row_conv takes sequences of rows [rows, n], not ",
                    input.ToString());
  const int64_t width =
      FixedSizes(dims.Slice(1, 2), layer.name() + "'s weight")[0];
  const Variable filter =
      layer.Weight({future_context_size + 1, width}, weight);
  return layer.Activate(
      layer.Op("row_conv", {{"X", input}, {"Filter", filter}}), act);
}

}  // namespace paddle::layer
