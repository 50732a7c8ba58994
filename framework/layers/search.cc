#include "paddle/framework/layers/search.h"

#include "paddle/framework/layers/op.h"

namespace paddle::layer {

BeamStep beam_search(const Variable& pre_ids, const Variable& pre_scores,
                     const Variable& scores, int64_t beam_size, int64_t end_id,
                     const BeamSearchOptions& options) {
  const Outputs step = AppendOp("beam_search",
                                {{"pre_ids", pre_ids},
                                 {"pre_scores", pre_scores},
                                 {"scores", scores},
                                 {"ids", options.ids}},
                                {{"beam_size", beam_size},
                                 {"end_id", end_id},
                                 {"is_accumulated", options.is_accumulated}});
  return {step["selected_ids"], step["selected_scores"], step["parent_idx"]};
}

BeamSentences beam_search_decode(const Variable& ids, const Variable& parents,
                                 const Variable& scores, int64_t beam_size,
                                 int64_t end_id) {
  const Outputs found =
      AppendOp("beam_search_decode",
               {{"Ids", ids}, {"ParentIdx", parents}, {"Scores", scores}},
               {{"beam_size", beam_size}, {"end_id", end_id}});
  return {found["SentenceIds"], found["SentenceScores"]};
}

}  // namespace paddle::layer
