#include "paddle/framework/layers/structured.h"

#include "paddle/framework/layers/layer_helper.h"
#include "paddle/framework/layers/op.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

// Creates the parameter that scores transitions between tags.
Variable Transition(LayerHelper* layer, const Variable& input,
                    const ParamAttr& attr) {
  PADDLE_ENFORCE_EQ(input.dims().rank(), 2, layer->name(),
                    " takes sequences of rows [rows, tags], not '",
                    input.ToString(), "'");
  const int64_t tags =
      FixedSizes(input.dims().Slice(1, 2), layer->name() + "'s weight")[0];
  return layer->Weight({tags + 2, tags}, attr);
}

}  // namespace

Variable linear_chain_crf(const Variable& input, const Variable& label,
                          const ParamAttr& transition) {
  LayerHelper layer("linear_chain_crf", {input});
  return layer.AppendOp("linear_chain_crf",
                        {{"Emission", input},
                         {"Transition", Transition(&layer, input, transition)},
                         {"Label", label}})["LogLikelihood"];
}

Variable crf_decoding(const Variable& input, const ParamAttr& transition) {
  return crf_decoding(input, transition, Variable());
}

Variable crf_decoding(const Variable& input, const ParamAttr& transition,
                      const Variable& label) {
  LayerHelper layer("crf_decoding", {input});
  PADDLE_ENFORCE(!transition.name.empty(), InvalidArgument, layer.name(),
                 " needs the name of the parameter that linear_chain_crf "
                 "learns");
  return layer.Op("crf_decoding",
                  {{"Emission", input},
                   {"Transition", Transition(&layer, input, transition)},
                   {"Label", label}});
}

EditDistances edit_distance(const Variable& input, const Variable& label,
                            bool normalized) {
  const Outputs outputs =
      AppendOp("edit_distance", {{"Hyps", input}, {"Refs", label}},
               {{"normalized", normalized}});
  return {outputs["Out"], outputs["SequenceNum"]};
}

ChunkScores chunk_eval(const Variable& input, const Variable& label,
                       const std::string& chunk_scheme, int64_t num_chunk_types,
                       const std::vector<int64_t>& excluded_chunk_types) {
  const Outputs outputs =
      AppendOp("chunk_eval", {{"Inference", input}, {"Label", label}},
               {{"chunk_scheme", chunk_scheme},
                {"num_chunk_types", num_chunk_types},
                {"excluded_chunk_types", excluded_chunk_types}});
  return {outputs["Precision"],      outputs["Recall"],
          outputs["F1-Score"],       outputs["NumInferChunks"],
          outputs["NumLabelChunks"], outputs["NumCorrectChunks"]};
}

}  // namespace paddle::layer
