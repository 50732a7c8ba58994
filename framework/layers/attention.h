// Attention: rows that look at other rows.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct AttentionOptions {
  int64_t num_heads = 1;
  bool causal = false;  // query t sees the keys 0 to t alone
  double dropout = 0;   // of the weights
  double scale = 0;     // of the scores; 0: 1 / sqrt(width of a head)
  // Of the scores [batch, heads, queries, keys] of a dense batch, broadcast to
  // them but for the last axis: floats are added; of bool, false hides a key.
  Variable mask;
};
// softmax(scale * queries keys^T + mask) values, for each head, which has its
// own columns. Queries [batch, queries, width], keys [batch, keys, width],
// values [batch, keys, value width]; or sequences of rows, of which each sees
// the keys of its own number. The result has the rows of the queries and the
// width of the values.
Variable scaled_dot_product_attention(const Variable& queries,
                                      const Variable& keys,
                                      const Variable& values,
                                      const AttentionOptions& options = {});

struct MultiHeadAttentionOptions {
  AttentionOptions attention;
  int64_t key_width = 0;    // of all heads together; 0: the model's width
  int64_t value_width = 0;  // the same
  ParamAttr weight;         // of each of the four projections
  OptionalParamAttr bias = ParamAttr();
  std::string name;
};
// Attention between projections: queries, keys and values are multiplied by
// weights of their own (and get a bias), attended to, and the result multiplied
// by a fourth weight, [value width, width]. Keys and values that are not valid
// are the queries (self-attention) and the keys. A width of 0 is that of the
// queries. Vaswani et al. 2017.
Variable multi_head_attention(const Variable& queries, const Variable& keys,
                              const Variable& values, int64_t width = 0,
                              const MultiHeadAttentionOptions& options = {});

}  // namespace paddle::layer
