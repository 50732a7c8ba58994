#include "paddle/framework/layers/sequences.h"

#include "absl/strings/ascii.h"

#include "paddle/framework/layers/layer_helper.h"
#include "paddle/framework/layers/op.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

Variable sequence_pool(const Variable& input, const std::string& pool_type) {
  return Op("sequence_pool", {{"X", input}},
            {{"pooltype", absl::AsciiStrToUpper(pool_type)}});
}

Variable sequence_first_step(const Variable& input) {
  return sequence_pool(input, "first");
}

Variable sequence_last_step(const Variable& input) {
  return sequence_pool(input, "last");
}

Variable sequence_softmax(const Variable& input) {
  return Op("sequence_softmax", {{"X", input}});
}

Variable sequence_conv(const Variable& input, int64_t num_filters,
                       int64_t filter_size,
                       const SequenceConvOptions& options) {
  LayerHelper layer("sequence_conv", {input}, options.name);
  const Dims dims = input.dims();
  PADDLE_ENFORCE(dims.rank() == 2 && num_filters > 0 && filter_size > 0,
                 InvalidArgument, layer.name(), ": ", num_filters,
                 " filters of ", filter_size, " rows on '", input.ToString(),
                 "'; it takes sequences of rows [rows, n]");
  const int64_t width =
      FixedSizes(dims.Slice(1, 2), layer.name() + "'s weight")[0];
  const Variable filter =
      layer.Weight({filter_size * width, num_filters}, options.weight);
  const Variable out = layer.Op(
      "sequence_conv", {{"X", input}, {"Filter", filter}},
      {{"contextLength", filter_size},
       {"contextStart", options.context_start.value_or(-(filter_size / 2))}});
  return layer.Activate(layer.AddBias(out, options.bias, -1), options.act);
}

Variable sequence_expand(const Variable& x, const Variable& y,
                         int64_t ref_level) {
  return Op("sequence_expand", {{"X", x}, {"Y", y}},
            {{"ref_level", ref_level}});
}

Variable sequence_concat(const std::vector<Variable>& inputs) {
  return Op("sequence_concat", {{"X", inputs}});
}

Variable sequence_reverse(const Variable& x) {
  return Op("sequence_reverse", {{"X", x}});
}

Variable sequence_slice(const Variable& input, const Variable& offset,
                        const Variable& length) {
  return Op("sequence_slice",
            {{"X", input}, {"Offset", offset}, {"Length", length}});
}

PaddedSequences sequence_pad(const Variable& x, const Variable& pad_value,
                             int64_t padded_length) {
  const Outputs outputs =
      AppendOp("sequence_pad", {{"X", x}, {"PadValue", pad_value}},
               {{"padded_length", padded_length}});
  return {outputs["Out"], outputs["Length"]};
}

PaddedSequences sequence_pad(const Variable& x, Number pad_value,
                             int64_t padded_length) {
  return sequence_pad(x, ConstantBeside(x, pad_value), padded_length);
}

Variable sequence_unpad(const Variable& x, const Variable& length) {
  return Op("sequence_unpad", {{"X", x}, {"Length", length}});
}

Variable sequence_mask(const Variable& lengths, int64_t maxlen,
                       DataType dtype) {
  return Op("sequence_mask", {{"X", lengths}},
            {{"maxlen", maxlen},
             {"out_dtype", std::string(framework::DataTypeName(dtype))}});
}

Variable lod_reset(const Variable& x, const Variable& y) {
  return Op("lod_reset", {{"X", x}, {"Y", y}});
}

Variable lod_reset(const Variable& x, const std::vector<int64_t>& lengths) {
  return Op("lod_reset", {{"X", x}}, {{"target_lod", lengths}});
}

Variable sequence_group(const Variable& x, const Variable& length) {
  return Op("sequence_group", {{"X", x}, {"Length", length}});
}

}  // namespace paddle::layer
