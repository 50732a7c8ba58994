// Losses and metrics.
#pragma once

#include <cstdint>

#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// -log(input[label]) per row, [N, 1]; `input` holds probabilities. Labels are
// int64 [N, 1], or, if soft, probabilities of the input's shape.
Variable cross_entropy(const Variable& input, const Variable& label,
                       bool soft_label = false);
// The same from logits, which is more accurate and faster.
Variable softmax_with_cross_entropy(const Variable& logits,
                                    const Variable& label,
                                    bool soft_label = false);
// (input - label)^2, element by element.
Variable square_error_cost(const Variable& input, const Variable& label);

struct TopK {
  Variable values;
  Variable indices;  // int64
};
// The k largest elements along the last axis, largest first.
TopK top_k(const Variable& input, int64_t k);

// The part of rows whose label is among the k most probable classes, a float32
// scalar.
Variable accuracy(const Variable& input, const Variable& label, int64_t k = 1);

}  // namespace paddle::layer
