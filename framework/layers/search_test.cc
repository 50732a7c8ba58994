#include "paddle/framework/layers/search.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/array_ops.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

using SearchTest = LayerTest;

TEST_F(SearchTest, WritesStepsAndSentences) {
  const Variable ids = data("ids", {-1, 1}, DataType::kInt64);
  const Variable scores = data("scores", {-1, 1});
  const Variable next = data("next", {-1, 9});
  const BeamStep step = beam_search(ids, scores, next, 4, 1);
  EXPECT_EQ(step.ids.dims(), ids.dims());
  EXPECT_EQ(step.scores.dims(), scores.dims());
  EXPECT_EQ(step.parents.dims(), Dims({framework::kBatchSize}));
  const BeamSentences found = beam_search_decode(
      stack({step.ids}), stack({step.parents}), step.scores, 4, 1);
  EXPECT_EQ(found.ids.lod_level(), 2);
  EXPECT_EQ(found.scores.lod_level(), 1);
  EXPECT_EQ(Written(0),
            "{selected_ids: beam_search_0.tmp_0, selected_scores: "
            "beam_search_0.tmp_1, parent_idx: beam_search_0.tmp_2} = "
            "beam_search(pre_ids=ids, pre_scores=scores, scores=next, "
            "beam_size=4, end_id=1)");
  BeamSearchOptions options;
  options.ids = ids;
  EXPECT_ERROR(beam_search(ids, scores, next, 4, 1, options), InvalidArgument,
               "not as many as scores");
}

}  // namespace
}  // namespace paddle::layer
