#include "paddle/operators/collective/batch_part.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using ::testing::ElementsAre;

TEST(BatchPartTest, LargerPartsComeFirst) {
  std::vector<int64_t> ends;
  for (int i = 0; i < 4; ++i) ends.push_back(PartOf(10, i, 4, "rows").end);
  EXPECT_THAT(ends, ElementsAre(3, 6, 8, 10));
  EXPECT_EQ(PartOf(10, 0, 4, "rows").begin, 0);
  EXPECT_EQ(PartOf(10, 3, 4, "rows").begin, 8);
}

TEST(BatchPartTest, APartIsNeverEmpty) {
  EXPECT_ERROR(PartOf(3, 0, 4, "rows"), InvalidArgument,
               "a batch of 3 rows has too few for 4 micro-batches");
}

TEST(BatchPartTest, SequencesKeepTheirLevels) {
  const std::vector<int64_t> outer = {0, 2, 2, 3}, inner = {0, 1, 4, 9};
  const SequencePart last = SequencesOf({outer, inner}, {1, 3});
  EXPECT_THAT(last.offsets[0], ElementsAre(0, 0, 1));
  EXPECT_THAT(last.offsets[1], ElementsAre(0, 5));
  EXPECT_EQ(last.rows.begin, 4);
  EXPECT_EQ(last.rows.end, 9);
}

}  // namespace
}  // namespace paddle::operators
