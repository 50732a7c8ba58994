#include "paddle/operators/activation/prelu_alpha.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::Dims;

TEST(AlphaDims, StandBesideTheLastAxes) {
  EXPECT_EQ(AlphaDims({4, 3, 5, 6}, {1}, "all"), Dims());
  EXPECT_EQ(AlphaDims({4, 3, 5, 6}, {3}, "channel"), Dims({3, 1, 1}));
  EXPECT_EQ(AlphaDims({4, 3, 5}, {1, 3, 1}, "channel"), Dims({3, 1}));
  EXPECT_EQ(AlphaDims({4, 3, 5}, {3, 5}, "element"), Dims({3, 5}));
  EXPECT_EQ(AlphaDims({4, 3, 5}, {1, 3, 5}, "element"), Dims({3, 5}));
}

TEST(AlphaDims, SymbolsFitAnything) {
  EXPECT_EQ(AlphaDims({-1, -2}, {7}, "element"), Dims({-2}));
  EXPECT_EQ(AlphaDims({-1, 3}, {-4}, "channel"), Dims({3}));
}

TEST(AlphaDims, OtherShapesAreRefused) {
  EXPECT_ERROR(AlphaDims({4, 3, 5}, {3}, "all"), InvalidArgument,
               "prelu by all of an X of shape [4, 3, 5] takes an Alpha of "
               "shape [], not [3]");
  EXPECT_ERROR(AlphaDims({4, 3, 5}, {5}, "channel"), InvalidArgument,
               "takes an Alpha of shape [3], not [5]");
  EXPECT_ERROR(AlphaDims({4, 3, 5}, {5, 3}, "element"), InvalidArgument,
               "takes an Alpha of shape [3, 5], not [5, 3]");
  EXPECT_ERROR(AlphaDims({4}, {4}, "channel"), InvalidArgument,
               "needs an X with at least 2 axes, not one of shape [4]");
}

}  // namespace
}  // namespace paddle::operators
