#include "paddle/framework/layers/nn.h"

#include <cmath>

#include "paddle/framework/layers/filter_groups.h"
#include "paddle/framework/layers/image_format.h"
#include "paddle/framework/layers/layer_helper.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

// Computes x W, with the axes from `num_flatten_dims` on flattened.
Variable Project(LayerHelper* layer, const Variable& x, int64_t size,
                 const FcOptions& options) {
  const Dims dims = x.dims();
  const int columns = options.num_flatten_dims;
  PADDLE_ENFORCE(columns >= 1 && columns < dims.rank(), InvalidArgument,
                 "fc: num_flatten_dims is ", columns, ", but '", x.ToString(),
                 "' needs a value from 1 to ", dims.rank() - 1);
  const Dims width(FixedSizes(dims.Slice(columns, dims.rank()),
                              layer->name() + "'s weight"));
  // A layer that keeps the width needs no size.
  if (size == 0) size = width.Numel();
  const Variable w = layer->Weight({width.Numel(), size}, options.weight);
  return layer->Op("mul", {{"X", x}, {"Y", w}},
                   {{"x_num_col_dims", int64_t{columns}}});
}

// Reshapes a weight of one number from [1] to [1, 1]: in the block of the
// weight, so that a loop does not do it in each step.
Variable AsMatrix(const Variable& w) {
  if (w.dims() == Dims({1})) {
    const BlockGuard guard(w.program(), w.block());
    return Op("reshape", {{"X", w}}, {{"shape", std::vector<int64_t>{1, 1}}});
  }
  PADDLE_ENFORCE_EQ(w.dims().rank(), 2,
                    "fc: a weight is a matrix or of shape "
                    "[1], not ",
                    w.ToString());
  return w;
}

Dims ImageDims(const char* layer, const Variable& x) {
  const Dims dims = x.dims();
  PADDLE_ENFORCE_EQ(dims.rank(), 4, layer, " takes images [N, C, H, W], not ",
                    x.ToString());
  return dims;
}

// Returns the number of channels, which must be known.
int64_t Channels(const std::string& layer, const Variable& x,
                 bool last = false) {
  const Dims dims = x.dims();
  PADDLE_ENFORCE_GE(dims.rank(), 2, layer, " takes [N, C, ...], not ",
                    x.ToString());
  const int axis = last ? dims.rank() - 1 : 1;
  return FixedSizes(dims.Slice(axis, axis + 1), layer + "'s parameters")[0];
}

}  // namespace

Variable fc(const std::vector<Variable>& inputs, int64_t size,
            const FcOptions& options) {
  LayerHelper layer("fc", inputs, options.name);
  PADDLE_ENFORCE_GE(size, 0, "the size of ", layer.name());
  std::vector<Variable> parts;
  for (const Variable& x : inputs) {
    parts.push_back(Project(&layer, x, size, options));
    // All inputs are projected to the size of the first.
    size = parts[0].dims().at(-1);
  }
  // One input needs no sum.
  const Variable sum =
      parts.size() == 1 ? parts[0] : layer.Op("sum", {{"X", parts}});
  return layer.Activate(layer.AddBias(sum, options.bias, -1), options.act);
}

Variable fc(const Variable& input, int64_t size, const FcOptions& options) {
  return fc(std::vector<Variable>{input}, size, options);
}

Variable fc(const Variable& w, const Variable& x) {
  return Op("matmul", {{"X", x}, {"Y", AsMatrix(w)}});
}

Variable conv2d(const Variable& input, int64_t num_filters, Size2 filter_size,
                const Conv2dOptions& options) {
  LayerHelper layer("conv2d", {input}, options.name);
  const ImageFormat format(layer.name(), options.data_format, 2);
  const Variable x = format.First(input);
  ImageDims("conv2d", x);
  const int64_t channels = Channels(layer.name(), x);
  const int64_t groups = options.groups;
  CheckGroups(layer.name(), groups, channels, num_filters);
  const double fan_in =
      static_cast<double>(filter_size.h) * filter_size.w * channels / groups;
  const Variable filter = layer.Weight(
      {num_filters, channels / groups, filter_size.h, filter_size.w},
      options.weight, initializer::MSRA(/*uniform=*/false, fan_in));
  AttributeMap attrs = {{"strides", options.stride.ToVector()},
                        {"dilations", options.dilation.ToVector()},
                        {"groups", groups}};
  options.padding.AppendTo(&attrs, 2, layer.name() + "'s padding");
  const Variable out =
      layer.Op("conv2d", {{"Input", x}, {"Filter", filter}}, attrs);
  return format.Back(
      layer.Activate(layer.AddBias(out, options.bias, 1), options.act));
}

Variable pool2d(const Variable& input, Size2 size,
                const Pool2dOptions& options) {
  OpOptions outputs;
  outputs.prefix = LayerName("pool2d", options.name, {input});
  const ImageFormat format(outputs.prefix, options.data_format, 2);
  const Variable x = format.First(input);
  ImageDims("pool2d", x);
  AttributeMap attrs = {{"pooling_type", options.type},
                        {"ksize", size.ToVector()},
                        {"strides", options.stride.ToVector()},
                        {"global_pooling", options.global},
                        {"ceil_mode", options.ceil_mode},
                        {"exclusive", options.exclusive}};
  options.padding.AppendTo(&attrs, 2, outputs.prefix + "'s padding");
  return format.Back(Op("pool2d", {{"X", x}}, attrs, outputs));
}

Variable batch_norm(const Variable& input, const BatchNormOptions& options) {
  LayerHelper layer("batch_norm", {input}, options.name);
  const ImageFormat format(layer.name(), options.data_layout, 2);
  const bool turns = format.channels_last() && input.dims().rank() == 4;
  const bool last = format.channels_last() && !turns;
  const Variable x = turns ? format.First(input) : input;
  // Statistics of 16-bit inputs would lose their digits in 16 bits.
  layer.UseFloatParameters();
  const std::vector<int64_t> shape = {Channels(layer.name(), x, last)};
  const Variable y = layer.Op(
      "batch_norm",
      {{"X", x},
       {"Scale", layer.Weight(shape, options.scale, initializer::Constant(1))},
       {"Bias", layer.Bias(shape, options.bias)},
       {"Mean", layer.State("mean", shape, 0, options.mean_name)},
       {"Variance", layer.State("variance", shape, 1, options.variance_name)}},
      {{"is_test", options.is_test || options.use_global_stats},
       {"momentum", options.momentum},
       {"epsilon", options.epsilon},
       {"data_layout", std::string(last ? "NHWC" : "NCHW")}});
  const Variable out = layer.Activate(y, options.act);
  return turns ? format.Back(out) : out;
}

Variable dropout(const Variable& x, double probability, bool is_test,
                 int64_t seed) {
  return Op(
      "dropout", {{"X", x}},
      {{"dropout_prob", probability}, {"is_test", is_test}, {"seed", seed}});
}

Variable embedding(const Variable& ids, int64_t rows, int64_t width,
                   const EmbeddingOptions& options) {
  PADDLE_ENFORCE(rows > 0 && width > 0, InvalidArgument,
                 "embedding: a table of [", rows, ", ", width, "]");
  PADDLE_ENFORCE(options.is_sparse || !options.is_distributed, InvalidArgument,
                 "embedding: a distributed table of [", rows, ", ", width,
                 "] needs is_sparse: nobody has room for a dense gradient");
  LayerHelper layer("embedding", {ids}, options.name);
  const Variable table = parameter({rows, width}, options.dtype, options.weight,
                                   layer.name() + ".w", initializer::Xavier());
  return layer.Op("lookup_table", {{"W", table}, {"Ids", ids}},
                  {{"is_sparse", options.is_sparse},
                   {"is_distributed", options.is_distributed},
                   {"padding_idx", options.padding_idx}});
}

}  // namespace paddle::layer
