// Structured prediction: layers that assign tags to whole sequences, and their
// metrics.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Computes the cost of a conditional random field, [sequences, 1]: the negative
// log-likelihood of the labels, int64, one for each row of `input`, [rows,
// tags]. A learnt parameter [tags + 2, tags] scores transitions: row 0 the
// first tag of a sequence, row 1 the last, row 2 + i a tag that follows tag i.
Variable linear_chain_crf(const Variable& input, const Variable& label,
                          const ParamAttr& transition = {});

// Returns the most probable tags, int64, [rows, 1]. `transition` names the
// parameter that linear_chain_crf learns; throws InvalidArgument without a
// name.
Variable crf_decoding(const Variable& input, const ParamAttr& transition);
// Returns 1 where the most probable tag is the label, else 0.
Variable crf_decoding(const Variable& input, const ParamAttr& transition,
                      const Variable& label);

struct EditDistances {
  Variable distance;      // float32, [sequences, 1]
  Variable sequence_num;  // an int64 scalar
};
// Counts the insertions, deletions and replacements that turn each sequence of
// `input` into that of `label`, both int64; if `normalized`, divided by the
// latter's length, which must not be 0.
EditDistances edit_distance(const Variable& input, const Variable& label,
                            bool normalized = true);

// Scalars; the first three float32, the others int64.
struct ChunkScores {
  Variable precision;
  Variable recall;
  Variable f1_score;
  Variable num_infer_chunks;
  Variable num_label_chunks;
  Variable num_correct_chunks;
};
// Compares the chunks that tags mark; the operator chunk_eval explains the
// schemes "IOB", "IOE", "IOBES" and "plain".
ChunkScores chunk_eval(const Variable& input, const Variable& label,
                       const std::string& chunk_scheme, int64_t num_chunk_types,
                       const std::vector<int64_t>& excluded_chunk_types = {});

}  // namespace paddle::layer
