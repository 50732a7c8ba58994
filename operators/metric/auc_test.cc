#include "paddle/operators/metric/auc.h"

#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/metric/roc.h"

namespace paddle::operators::kernels {
namespace {

using Counts = std::vector<int64_t>;

double AreaUnderRoc(const Counts& positives, const Counts& negatives) {
  return internal::AreaUnderCurve(Curve::kRoc, positives.size(),
                                  positives.data(), negatives.data());
}

double AreaUnderPrecisionRecall(const Counts& positives,
                                const Counts& negatives) {
  return internal::AreaUnderCurve(Curve::kPrecisionRecall, positives.size(),
                                  positives.data(), negatives.data());
}

TEST(AreaUnderRoc, IsTheShareOfPairsInOrder) {
  EXPECT_EQ(AreaUnderRoc(Counts{0, 0, 3}, Counts{2, 1, 0}), 1);
  EXPECT_EQ(AreaUnderRoc(Counts{3, 0, 0}, Counts{0, 1, 2}), 0);
  EXPECT_EQ(AreaUnderRoc(Counts{4}, Counts{6}), 0.5);
  // 2 x 2 pairs: two are in order, one is a draw, one is not.
  EXPECT_EQ(AreaUnderRoc(Counts{0, 1, 1}, Counts{1, 1, 0}), 0.875);
}

TEST(AreaUnderRoc, IsZeroWithoutPairs) {
  EXPECT_EQ(AreaUnderRoc(Counts{0, 0}, Counts{0, 0}), 0);
  EXPECT_EQ(AreaUnderRoc(Counts{0, 5}, Counts{0, 0}), 0);
  EXPECT_EQ(AreaUnderRoc(Counts{0, 0}, Counts{5, 0}), 0);
}

TEST(AreaUnderPrecisionRecall, IsBetweenTrapezoids) {
  EXPECT_EQ(AreaUnderPrecisionRecall(Counts{0, 0, 3}, Counts{2, 1, 0}), 1);
  // Recall 1/2 at precision 1, then recall 1 at precision 2/3.
  EXPECT_DOUBLE_EQ(AreaUnderPrecisionRecall(Counts{0, 1, 1}, Counts{1, 1, 0}),
                   0.5 + 0.5 * (1 + 2. / 3) / 2);
  EXPECT_EQ(AreaUnderPrecisionRecall(Counts{0, 0}, Counts{1, 1}), 0);
}

}  // namespace
}  // namespace paddle::operators::kernels
