#include "paddle/framework/types/infer_broadcast.h"

#include "gtest/gtest.h"

#include "paddle/framework/types/testing/recording_sizes.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

Dims Both(const Dims& a, const Dims& b) {
  RecordingSizes sizes;
  const Dims result = BroadcastDims(a, b, &sizes);
  EXPECT_EQ(BroadcastDims(b, a, &sizes), result);
  return result;
}

TEST(BroadcastDims, Numbers) {
  EXPECT_EQ(Both({2, 3}, {2, 3}), (Dims{2, 3}));
  EXPECT_EQ(Both({2, 3}, {3}), (Dims{2, 3}));
  EXPECT_EQ(Both({2, 1, 4}, {3, 1}), (Dims{2, 3, 4}));
  EXPECT_EQ(Both({}, {5}), (Dims{5}));
  EXPECT_EQ(Both({}, {}), Dims());
  EXPECT_EQ(Both({0, 3}, {1, 3}), (Dims{0, 3}));
}

TEST(BroadcastDims, Symbols) {
  EXPECT_EQ(Both({-1, 3}, {-1, 1}), (Dims{-1, 3}));
  EXPECT_EQ(Both({-1, 3}, {1, 3}), (Dims{-1, 3}));
  EXPECT_EQ(Both({-1, 3}, {}), (Dims{-1, 3}));
}

TEST(BroadcastDims, SymbolsThatMayAgree) {
  EXPECT_EQ(Both({-1, 3}, {4, 3}), (Dims{4, 3}));
  RecordingSizes sizes;
  const int64_t other = sizes.Fresh();
  const Dims result = BroadcastDims({-1, 3}, {other, 3}, &sizes);
  EXPECT_LT(result[0], 0);
  EXPECT_NE(result[0], -1);
  EXPECT_NE(result[0], other);
  EXPECT_EQ(result[1], 3);
}

TEST(BroadcastDims, DisagreementNamesBothShapes) {
  RecordingSizes sizes;
  EXPECT_ERROR(BroadcastDims({2, 3}, {4, 3}, &sizes), InvalidArgument,
               "shapes [2, 3] and [4, 3] do not broadcast");
  EXPECT_ERROR(BroadcastDims({-1, 3}, {-1, 4}, &sizes), InvalidArgument,
               "shapes [N, 3] and [N, 4] do not broadcast");
  const int64_t wide = sizes.Mul(kBatchSize, 28);
  EXPECT_ERROR(BroadcastDims({wide, 2}, {5}, &sizes), InvalidArgument,
               "shapes [N*28, 2] and [5] do not broadcast");
  EXPECT_ERROR(BroadcastDims({0}, {2}, &sizes), InvalidArgument,
               "shapes [0] and [2]");
}

}  // namespace
}  // namespace paddle::framework
