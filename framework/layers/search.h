// Beam search, step by step.
//
//   BeamStep step = beam_search(ids, scores, log(softmax(logits)), 4, kEnd);
//   state = gather(state, step.parents);
//   ...
//   BeamSentences best = beam_search_decode(
//       stack(all_ids), stack(all_parents), step.scores, 4, kEnd);
//
// Hypotheses are rows, beam_size of them for each source in every step; those
// of score -inf are absent. A search begins with the word that starts
// sentences, and with score 0 in the first row of each source, -inf in the
// others.
#pragma once

#include <cstdint>

#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct BeamStep {
  Variable ids;      // the last word of each hypothesis
  Variable scores;   // of whole hypotheses
  Variable parents;  // the row that each one continues
};

struct BeamSearchOptions {
  Variable ids;  // the words of the candidates; default: 0, 1, 2, ...
  // True if the scores are those of whole hypotheses, not of the words alone.
  bool is_accumulated = false;
};

// Extends the best hypotheses by one word. `scores` are the log probabilities
// [rows, candidates] of the words that may follow.
BeamStep beam_search(const Variable& pre_ids, const Variable& pre_scores,
                     const Variable& scores, int64_t beam_size, int64_t end_id,
                     const BeamSearchOptions& options = {});

struct BeamSentences {
  Variable ids;     // words of sentences of sources
  Variable scores;  // one per sentence
};

// Returns the sentences, best first, given the ids and parents of all steps,
// [steps, rows], and the scores of the last step.
BeamSentences beam_search_decode(const Variable& ids, const Variable& parents,
                                 const Variable& scores, int64_t beam_size,
                                 int64_t end_id);

}  // namespace paddle::layer
