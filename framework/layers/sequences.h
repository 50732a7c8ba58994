// Layers over sequences: variables whose rows have a lod_level. They work on
// the innermost sequences, which may be empty.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/promotion.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Reduce each sequence to a row, [sequences, ...]: its "sum", "average", "sqrt"
// (the sum over the root of the length), "max", "first" or "last", in lower or
// upper case; zeros for an empty sequence.
Variable sequence_pool(const Variable& input, const std::string& pool_type);
Variable sequence_first_step(const Variable& input);
Variable sequence_last_step(const Variable& input);

// Makes scores, one per row, positive with the sum 1 in each sequence.
Variable sequence_softmax(const Variable& input);

struct SequenceConvOptions {
  // The first row of a context: 0 is the row itself, -1 the row before it. By
  // default the row is in the middle.
  absl::optional<int64_t> context_start;
  ParamAttr weight;
  OptionalParamAttr bias = ParamAttr();
  std::string act;  // an operator type such as "relu"; "" for none
  std::string name;

  using Self = SequenceConvOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("context_start", &Self::context_start),
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("act", &Self::act), Argument("name", &Self::name));
};
// Computes act(context W + b). The context of a row consists of filter_size
// rows around it, concatenated, with zeros outside the sequence. W is
// [filter_size * n, num_filters] for rows of n elements, b is [num_filters].
Variable sequence_conv(const Variable& input, int64_t num_filters,
                       int64_t filter_size = 3,
                       const SequenceConvOptions& options = {});

// Repeats row, or sequence, i of x as often as sequence i of y at ref_level
// (-1: the innermost) has entries.
Variable sequence_expand(const Variable& x, const Variable& y,
                         int64_t ref_level = -1);
// Concatenates the sequences of the same number: sequence i consists of the
// sequences i of all inputs.
Variable sequence_concat(const std::vector<Variable>& inputs);
Variable sequence_reverse(const Variable& x);
// Returns length[i] rows of sequence i, starting with row offset[i]; both are
// int64.
Variable sequence_slice(const Variable& input, const Variable& offset,
                        const Variable& length);

struct PaddedSequences {
  Variable out;     // [sequences, length, ...]
  Variable length;  // of each sequence, int64, [sequences]
};
// Pads sequences to one length; `pad_value` is one element or a row, and a
// length of -1 means that of the longest.
PaddedSequences sequence_pad(const Variable& x, const Variable& pad_value,
                             int64_t padded_length = -1);
PaddedSequences sequence_pad(const Variable& x, Number pad_value = 0,
                             int64_t padded_length = -1);
// Inverts sequence_pad: sequence i consists of the first length[i] rows of
// x[i].
Variable sequence_unpad(const Variable& x, const Variable& length);
// Adds an axis of size `maxlen` to lengths of any shape: 1 at positions below
// the length, 0 after them.
Variable sequence_mask(const Variable& lengths, int64_t maxlen,
                       DataType dtype = DataType::kInt64);

// Return the rows of x with the sequences of y, or with sequences of these
// lengths, or, without lengths, with none.
Variable lod_reset(const Variable& x, const Variable& y);
Variable lod_reset(const Variable& x, const std::vector<int64_t>& lengths);
// Returns the rows of x as sequences whose lengths, int64 [sequences], are
// known only when the program runs.
Variable sequence_group(const Variable& x, const Variable& length);

}  // namespace paddle::layer
