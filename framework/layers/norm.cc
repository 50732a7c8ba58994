#include "paddle/framework/layers/norm.h"

#include <vector>

#include "paddle/framework/layers/layer_helper.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

// Returns the number of elements in the axes [begin, end), whose sizes must be
// known.
int64_t SizeOf(const LayerHelper& layer, const Dims& dims, int begin, int end) {
  const std::string what = layer.name() + "'s parameters";
  return Dims(FixedSizes(dims.Slice(begin, end), what)).Numel();
}

int64_t RowSize(const LayerHelper& layer, const Dims& dims, int64_t axis) {
  const int begin = framework::NormalizeAxis(axis, dims.rank());
  return SizeOf(layer, dims, begin, dims.rank());
}

int64_t Channels(const LayerHelper& layer, const Variable& x) {
  PADDLE_ENFORCE_GE(x.dims().rank(), 2, layer.name(),
                    " takes [N, C, ...], not ", x.ToString());
  return SizeOf(layer, x.dims(), 1, 2);
}

// Leaves the slot out if there is no parameter.
Variable Scale(LayerHelper* layer, int64_t size,
               const OptionalParamAttr& attr) {
  if (!attr) return Variable();
  return layer->Weight({size}, *attr, initializer::Constant(1));
}

Variable Bias(LayerHelper* layer, int64_t size, const OptionalParamAttr& attr) {
  return attr ? layer->Bias({size}, *attr) : Variable();
}

Variable ImageNorm(LayerHelper layer, const std::string& type,
                   const Variable& input, AttributeMap attrs,
                   const ImageNormOptions& options) {
  // Scales in 16 bits would round the result twice.
  layer.UseFloatParameters();
  const int64_t channels = Channels(layer, input);
  attrs.emplace_back("epsilon", options.epsilon);
  const Variable scale = Scale(&layer, channels, options.scale);
  const Variable bias = Bias(&layer, channels, options.bias);
  const Variable y =
      layer.Op(type, {{"X", input}, {"Scale", scale}, {"Bias", bias}}, attrs);
  return layer.Activate(y, options.act);
}

}  // namespace

Variable layer_norm(const Variable& input, const LayerNormOptions& options) {
  LayerHelper layer("layer_norm", {input}, options.name);
  layer.UseFloatParameters();
  const int64_t size = RowSize(layer, input.dims(), options.begin_norm_axis);
  const Variable scale = Scale(&layer, size, options.scale);
  const Variable bias = Bias(&layer, size, options.bias);
  const Variable y =
      layer.Op("layer_norm", {{"X", input}, {"Scale", scale}, {"Bias", bias}},
               {{"begin_norm_axis", options.begin_norm_axis},
                {"epsilon", options.epsilon}});
  return layer.Activate(y, options.act);
}

Variable rms_norm(const Variable& input, const RmsNormOptions& options) {
  LayerHelper layer("rms_norm", {input}, options.name);
  layer.UseFloatParameters();
  const int64_t size = RowSize(layer, input.dims(), options.begin_norm_axis);
  const Variable y = layer.Op(
      "rms_norm", {{"X", input}, {"Scale", Scale(&layer, size, options.scale)}},
      {{"begin_norm_axis", options.begin_norm_axis},
       {"epsilon", options.epsilon}});
  return layer.Activate(y, options.act);
}

Variable group_norm(const Variable& input, int64_t groups,
                    const ImageNormOptions& options) {
  return ImageNorm(LayerHelper("group_norm", {input}, options.name),
                   "group_norm", input, {{"groups", groups}}, options);
}

Variable instance_norm(const Variable& input, const ImageNormOptions& options) {
  return ImageNorm(LayerHelper("instance_norm", {input}, options.name),
                   "instance_norm", input, {}, options);
}

Variable l2_normalize(const Variable& x, int64_t axis, double epsilon) {
  return Op("norm", {{"X", x}}, {{"axis", axis}, {"epsilon", epsilon}});
}

Variable lrn(const Variable& input, int64_t n, double k, double alpha,
             double beta) {
  return Op("lrn", {{"X", input}},
            {{"n", n}, {"k", k}, {"alpha", alpha}, {"beta", beta}});
}

}  // namespace paddle::layer
