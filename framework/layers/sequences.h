// Layers over sequences: variables whose rows have a lod_level. They work on
// the innermost sequences; empty ones are legal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/promotion.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// A row for each sequence, [sequences, ...]: its "sum", "average", "sqrt" (the
// sum over the root of the length), "max", "first" or "last", in small or
// capital letters; zeros for an empty sequence.
Variable sequence_pool(const Variable& input, const std::string& pool_type);
Variable sequence_first_step(const Variable& input);
Variable sequence_last_step(const Variable& input);

// Scores, one a row, become positive and add up to 1 in each sequence.
Variable sequence_softmax(const Variable& input);

struct SequenceConvOptions {
  // Where the context of a row begins: 0 at the row, -1 one row before it. By
  // default the row is in the middle.
  absl::optional<int64_t> context_start;
  ParamAttr weight;
  OptionalParamAttr bias = ParamAttr();
  std::string act;  // an operator type such as "relu"; "" for none
  std::string name;
};
// act(context W + b): the context of a row is filter_size rows around it, one
// behind the other, with zeros outside the sequence. W is [filter_size * n,
// num_filters] for rows of n elements, b is [num_filters].
Variable sequence_conv(const Variable& input, int64_t num_filters,
                       int64_t filter_size = 3,
                       const SequenceConvOptions& options = {});

// Row, or sequence, i of x as often as sequence i of y at ref_level (-1: the
// innermost) has entries.
Variable sequence_expand(const Variable& x, const Variable& y,
                         int64_t ref_level = -1);
// Sequence i is the sequences i of the inputs, one behind the other.
Variable sequence_concat(const std::vector<Variable>& inputs);
Variable sequence_reverse(const Variable& x);
// length[i] rows of sequence i from row offset[i] on; both are int64.
Variable sequence_slice(const Variable& input, const Variable& offset,
                        const Variable& length);

struct PaddedSequences {
  Variable out;     // [sequences, length, ...]
  Variable length;  // of each sequence, int64, [sequences]
};
// `pad_value` is one element or a row; -1 is the length of the longest.
PaddedSequences sequence_pad(const Variable& x, const Variable& pad_value,
                             int64_t padded_length = -1);
PaddedSequences sequence_pad(const Variable& x, Number pad_value = 0,
                             int64_t padded_length = -1);
// The reverse: sequences of the first length[i] rows of x[i].
Variable sequence_unpad(const Variable& x, const Variable& length);
// Of lengths, of any shape: a further axis of `maxlen`, 1 in the first places,
// 0 behind.
Variable sequence_mask(const Variable& lengths, int64_t maxlen,
                       DataType dtype = DataType::kInt64);

// The rows of x in the sequences of y, or in sequences of these lengths, or, of
// no lengths, in none.
Variable lod_reset(const Variable& x, const Variable& y);
Variable lod_reset(const Variable& x, const std::vector<int64_t>& lengths);

}  // namespace paddle::layer
