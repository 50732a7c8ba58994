#include "paddle/framework/types/size_match.h"

#include "gtest/gtest.h"

#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {
namespace {

TEST(SizeMatchTest, NumbersMustBeEqual) {
  EXPECT_TRUE(MayBeEqual(3, 3));
  EXPECT_FALSE(MayBeEqual(3, 4));
  EXPECT_FALSE(MayBeEqual(0, 1));
}

TEST(SizeMatchTest, SymbolsMayBeAnything) {
  EXPECT_TRUE(MayBeEqual(kBatchSize, 4));
  EXPECT_TRUE(MayBeEqual(4, kBatchSize));
  EXPECT_TRUE(MayBeEqual(-2, -3));
}

TEST(SizeMatchTest, ShapesMatchSizeBySize) {
  EXPECT_TRUE(MayBeEqual(Dims{kBatchSize, 3}, Dims{5, 3}));
  EXPECT_FALSE(MayBeEqual(Dims{kBatchSize, 3}, Dims{5, 4}));
  EXPECT_FALSE(MayBeEqual(Dims{kBatchSize}, Dims{5, 4}));
  EXPECT_TRUE(MayBeEqual(Dims{}, Dims{}));
}

}  // namespace
}  // namespace paddle::framework
