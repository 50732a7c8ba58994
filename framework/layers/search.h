// Beam search.
//
//   BeamStep step = beam_search(ids, scores, log(softmax(logits)), 4, kEnd);
//   state = gather(state, step.parents);
//   ...
//   BeamSentences best = beam_search_decode(
//       stack(all_ids), stack(all_parents), step.scores, 4, kEnd);
//
// Hypotheses are rows, beam_size for each source in every step; those of score
// -inf are absent. A search begins with the word that starts sentences, and
// with score 0 in the first row of each source, -inf in the others.
#pragma once

#include <cstdint>

#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct BeamStep {
  Variable ids;      // the last word of each hypothesis
  Variable scores;   // of whole hypotheses
  Variable parents;  // the row of which each is the continuation
};

struct BeamSearchOptions {
  Variable ids;  // which words the candidates are; by default 0, 1, 2, ...
  // Whether the scores are those of whole hypotheses, not of the word alone.
  bool is_accumulated = false;
};

// The best hypotheses, one word later. `scores` are the log probabilities
// [rows, candidates] of the words that may follow.
BeamStep beam_search(const Variable& pre_ids, const Variable& pre_scores,
                     const Variable& scores, int64_t beam_size, int64_t end_id,
                     const BeamSearchOptions& options = {});

struct BeamSentences {
  Variable ids;     // words of sentences of sources
  Variable scores;  // one for each sentence
};

// The sentences, best first, of the ids and parents of all steps, [steps,
// rows], and the scores of the last one.
BeamSentences beam_search_decode(const Variable& ids, const Variable& parents,
                                 const Variable& scores, int64_t beam_size,
                                 int64_t end_id);

}  // namespace paddle::layer
