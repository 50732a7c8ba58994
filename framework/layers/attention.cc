#include "paddle/framework/layers/attention.h"

#include <limits>
#include <vector>

#include "paddle/framework/layers/layer_helper.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/op.h"

namespace paddle::layer {

namespace {

Variable Constant(double value, DataType dtype) {
  return Op("fill_constant", {},
            {{"shape", std::vector<int64_t>{1}},
             {"value", value},
             {"dtype", std::string(DataTypeName(dtype))}});
}

// Turns a mask into the bias that is added to the scores.
Variable BiasOf(const Variable& mask, DataType dtype) {
  // A bool mask becomes 0 and -inf, so that the operator knows one kind of
  // mask.
  if (!mask.is_valid() || mask.dtype() != DataType::kBool) return mask;
  return Op("where",
            {{"Condition", mask},
             {"X", Constant(0, dtype)},
             {"Y", Constant(-std::numeric_limits<double>::infinity(), dtype)}});
}

}  // namespace

Variable scaled_dot_product_attention(const Variable& queries,
                                      const Variable& keys,
                                      const Variable& values,
                                      const AttentionOptions& options) {
  return Op("scaled_dot_product_attention",
            {{"Q", queries},
             {"K", keys},
             {"V", values},
             {"Bias", BiasOf(options.mask, queries.dtype())}},
            {{"num_heads", options.num_heads},
             {"scale", options.scale},
             {"causal", options.causal},
             {"dropout_prob", options.dropout}});
}

Variable multi_head_attention(const Variable& queries, const Variable& keys,
                              const Variable& values, int64_t width,
                              const MultiHeadAttentionOptions& options) {
  const Variable& seen = keys.is_valid() ? keys : queries;
  const Variable& given = values.is_valid() ? values : seen;
  const LayerHelper layer("multi_head_attention", {queries}, options.name);
  const auto project = [&](const Variable& x, int64_t size, const char* part) {
    FcOptions projection;
    // Everything but the last axis is the batch.
    projection.num_flatten_dims = static_cast<int>(x.dims().rank()) - 1;
    projection.weight = options.weight;
    projection.bias = options.bias;
    projection.name = layer.name() + part;
    return fc(x, size, projection);
  };
  const Dims dims = queries.dims();
  // By default the widths are that of the queries, as in the paper.
  const int64_t model = width > 0 ? width : dims[dims.rank() - 1];
  const auto or_model = [&](int64_t size) { return size > 0 ? size : model; };
  const Variable q = project(queries, or_model(options.key_width), ".q");
  const Variable k = project(seen, or_model(options.key_width), ".k");
  const Variable v = project(given, or_model(options.value_width), ".v");
  const Variable heads =
      scaled_dot_product_attention(q, k, v, options.attention);
  return project(heads, model, ".out");
}

}  // namespace paddle::layer
