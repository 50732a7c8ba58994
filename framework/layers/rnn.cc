#include "paddle/framework/layers/rnn.h"

#include "paddle/framework/layers/layer_helper.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/op.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

// Returns the size of a state if `parts` of them make up `size`.
int64_t StateSize(const LayerHelper& layer, int64_t size, int64_t parts) {
  PADDLE_ENFORCE(size > 0 && size % parts == 0, InvalidArgument, "the size of ",
                 layer.name(), " is ", size, ", not ", parts,
                 " times that of a state");
  return size / parts;
}

// Returns the bias as a row, or an invalid variable, which leaves the slot out.
Variable RowBias(LayerHelper* layer, int64_t size,
                 const OptionalParamAttr& attr) {
  return attr ? layer->Bias({1, size}, *attr) : Variable();
}

}  // namespace

LstmStates dynamic_lstm(const Variable& input, int64_t size,
                        const DynamicLstmOptions& options) {
  LayerHelper layer("lstm", {input}, options.name);
  const int64_t d = StateSize(layer, size, 4);
  const Variable weight = layer.Weight({d, size}, options.weight);
  const Variable bias =
      RowBias(&layer, options.use_peepholes ? 7 * d : size, options.bias);
  const Outputs outputs =
      layer.AppendOp("lstm",
                     {{"Input", input},
                      {"H0", options.h0},
                      {"C0", options.c0},
                      {"Weight", weight},
                      {"Bias", bias}},
                     {{"use_peepholes", options.use_peepholes},
                      {"is_reverse", options.is_reverse},
                      {"gate_activation", options.gate_activation},
                      {"cell_activation", options.cell_activation},
                      {"candidate_activation", options.candidate_activation}});
  return {outputs["Hidden"], outputs["Cell"]};
}

LstmStates dynamic_lstmp(const Variable& input, int64_t size, int64_t proj_size,
                         const DynamicLstmpOptions& options) {
  LayerHelper layer("lstmp", {input}, options.name);
  const int64_t d = StateSize(layer, size, 4);
  PADDLE_ENFORCE(proj_size > 0, InvalidArgument, "the proj_size of ",
                 layer.name(), " is ", proj_size, "; it must be positive");
  const Variable weight = layer.Weight({proj_size, size}, options.weight);
  const Variable projection = layer.Weight({d, proj_size}, options.projection);
  const Variable bias =
      RowBias(&layer, options.use_peepholes ? 7 * d : size, options.bias);
  const Outputs outputs =
      layer.AppendOp("lstmp",
                     {{"Input", input},
                      {"H0", options.h0},
                      {"C0", options.c0},
                      {"Weight", weight},
                      {"ProjWeight", projection},
                      {"Bias", bias}},
                     {{"use_peepholes", options.use_peepholes},
                      {"is_reverse", options.is_reverse},
                      {"gate_activation", options.gate_activation},
                      {"cell_activation", options.cell_activation},
                      {"candidate_activation", options.candidate_activation},
                      {"proj_activation", options.proj_activation},
                      {"proj_clip", options.proj_clip}});
  return {outputs["Projection"], outputs["Cell"]};
}

Variable dynamic_gru(const Variable& input, int64_t size,
                     const DynamicGruOptions& options) {
  LayerHelper layer("gru", {input}, options.name);
  StateSize(layer, size, 1);
  const Variable weight = layer.Weight({size, 3 * size}, options.weight);
  const Variable bias =
      RowBias(&layer, (options.reset_after ? 4 : 3) * size, options.bias);
  return layer.AppendOp(
      "gru",
      {{"Input", input},
       {"H0", options.h0},
       {"Weight", weight},
       {"Bias", bias}},
      {{"is_reverse", options.is_reverse},
       {"origin_mode", options.origin_mode},
       {"reset_after", options.reset_after},
       {"gate_activation", options.gate_activation},
       {"activation", options.candidate_activation}})["Hidden"];
}

LstmStates lstm_unit(const Variable& x, const Variable& hidden,
                     const Variable& cell, const LstmUnitOptions& options) {
  LayerHelper layer("lstm_unit", {x, hidden, cell}, options.name);
  const Dims dims = cell.dims();
  PADDLE_ENFORCE_EQ(dims.rank(), 2, layer.name(),
                    " takes a cell [batch, D], not ", cell.ToString());
  const int64_t d = FixedSizes(dims.Slice(1, 2), layer.name() + "'s cell")[0];
  const Variable both =
      layer.Op("concat", {{"X", {x, hidden}}}, {{"axis", int64_t{1}}});
  FcOptions fc_options;
  fc_options.weight = options.weight;
  fc_options.bias = options.bias;
  fc_options.name = layer.name();
  const Outputs outputs = layer.AppendOp(
      "lstm_unit", {{"X", fc(both, 4 * d, fc_options)}, {"C_prev", cell}},
      {{"forget_bias", options.forget_bias}});
  return {outputs["H"], outputs["C"]};
}

Variable gru_unit(const Variable& input, const Variable& hidden, int64_t size,
                  const GruUnitOptions& options) {
  LayerHelper layer("gru_unit", {input, hidden}, options.name);
  const int64_t d = StateSize(layer, size, 3);
  const Variable weight = layer.Weight({d, size}, options.weight);
  const Variable bias =
      RowBias(&layer, options.reset_after ? 4 * d : size, options.bias);
  return layer.AppendOp("gru_unit",
                        {{"Input", input},
                         {"HiddenPrev", hidden},
                         {"Weight", weight},
                         {"Bias", bias}},
                        {{"activation", options.activation},
                         {"gate_activation", options.gate_activation},
                         {"origin_mode", options.origin_mode},
                         {"reset_after", options.reset_after}})["Hidden"];
}

}  // namespace paddle::layer
