// Layers for structured prediction, which assigns tags to whole sequences, and
// for its metrics.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Computes the cost of a linear-chain conditional random field, [sequences, 1]:
// the negative log-likelihood of the labels. `input`, [rows, tags], has the
// scores of the tags for each row, and `label`, int64, one tag for each row.
// The layer creates a parameter, [tags + 2, tags], that scores transitions: row
// 0 is for the first tag of a sequence, row 1 for the last, and row 2 + i for
// the tag that follows tag i.
Variable linear_chain_crf(const Variable& input, const Variable& label,
                          const ParamAttr& transition = {});

// Returns the most probable tags, int64, [rows, 1]. `transition` names the
// parameter that linear_chain_crf learns; throws InvalidArgument without a
// name.
Variable crf_decoding(const Variable& input, const ParamAttr& transition);
// Returns 1 where the most probable tag is the label, else 0.
Variable crf_decoding(const Variable& input, const ParamAttr& transition,
                      const Variable& label);

// The results of edit_distance.
struct EditDistances {
  Variable distance;      // float32, [sequences, 1]
  Variable sequence_num;  // an int64 scalar, to average over batches
};
// Computes the edit (Levenshtein) distance from each sequence of `input` to
// that of `label`, both int64: the least number of insertions, deletions and
// substitutions. If `normalized`, it is divided by the length of the label
// sequence, which must not be 0.
EditDistances edit_distance(const Variable& input, const Variable& label,
                            bool normalized = true);

// The results of chunk_eval, all scalars: the first three are float32 in [0,
// 1], the counts are int64.
struct ChunkScores {
  Variable precision;
  Variable recall;
  Variable f1_score;
  Variable num_infer_chunks;
  Variable num_label_chunks;
  Variable num_correct_chunks;
};
// Compares the chunks, such as names in a sentence, that the tags in `input`
// and in `label` mark. The scheme is "IOB", "IOE", "IOBES" or "plain"; the
// documentation of the operator chunk_eval explains them. Chunks of the
// excluded types do not count.
ChunkScores chunk_eval(const Variable& input, const Variable& label,
                       const std::string& chunk_scheme, int64_t num_chunk_types,
                       const std::vector<int64_t>& excluded_chunk_types = {});

}  // namespace paddle::layer
