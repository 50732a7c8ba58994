// Attention layers: each output row is a weighted mean of value rows, with
// weights that depend on queries and keys.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Options of one scaled dot-product attention.
struct AttentionOptions {
  int64_t num_heads = 1;
  bool causal = false;  // query t attends only to keys 0 to t
  double dropout = 0;   // of the weights
  double scale = 0;     // of the scores; 0: 1 / sqrt(width of a head)
  // Masks the scores [batch, heads, queries, keys] of a dense batch, to which
  // it is broadcast except along the last axis: floats are added; a bool mask
  // hides a key where it is false.
  Variable mask;

  using Self = AttentionOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("num_heads", &Self::num_heads),
      Argument("dropout_rate", &Self::dropout),
      Argument("causal", &Self::causal), Argument("mask", &Self::mask),
      Argument("scale", &Self::scale));
};
// Computes softmax(scale * queries keys^T + mask) values for each head; the
// columns are divided among the heads. Queries are [batch, queries, width],
// keys [batch, keys, width], and values [batch, keys, value width].
// Alternatively all are sequences of rows, and each sequence of queries attends
// to the sequence of keys with the same index. The result has the rows of the
// queries and the width of the values.
Variable scaled_dot_product_attention(const Variable& queries,
                                      const Variable& keys,
                                      const Variable& values,
                                      const AttentionOptions& options = {});

// Options of an attention with learnt projections.
struct MultiHeadAttentionOptions {
  AttentionOptions attention;
  int64_t key_width = 0;    // of all heads together; 0: the model's width
  int64_t value_width = 0;  // 0: the width of the queries
  ParamAttr weight;         // of each of the four projections
  OptionalParamAttr bias = ParamAttr();
  std::string name;
};
// Multiplies queries, keys and values by weights of their own (and adds
// biases), attends, and multiplies the result by a fourth weight, [value width,
// width]. Invalid keys default to the queries (self-attention), invalid values
// to the keys. A width of 0 is that of the queries. Source: Vaswani et al.
// 2017.
Variable multi_head_attention(const Variable& queries, const Variable& keys,
                              const Variable& values, int64_t width = 0,
                              const MultiHeadAttentionOptions& options = {});

}  // namespace paddle::layer
