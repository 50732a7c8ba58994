#include "paddle/framework/ir/symbols.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;

TEST(SymbolsTest, EqualExpressionsAreOneSymbol) {
  SymbolSizes::Texts texts;
  SymbolSizes sizes(&texts);
  const int64_t a = sizes.Mul(kBatchSize, 28);
  EXPECT_LT(a, 0);
  EXPECT_EQ(sizes.Mul(28, kBatchSize), a);
  EXPECT_EQ(sizes.Div(a, 28), kBatchSize);
  EXPECT_NE(sizes.Fresh(), sizes.Fresh());
  EXPECT_THAT(texts, ElementsAre("N", sizes.Text(a), "s3", "s4"));
}

TEST(SymbolsTest, ReadsWhatItWrote) {
  SymbolSizes::Texts texts;
  const int64_t a = SymbolSizes(&texts).Add(kBatchSize, 1);
  SymbolSizes again(&texts);
  EXPECT_EQ(again.count(), 2);
  EXPECT_EQ(again.Add(kBatchSize, 1), a);
}

TEST(SymbolsTest, TruncateForgets) {
  SymbolSizes::Texts texts;
  SymbolSizes sizes(&texts);
  const int64_t a = sizes.Add(kBatchSize, 1);
  sizes.Truncate(1);
  EXPECT_THAT(texts, ElementsAre("N"));
  EXPECT_EQ(sizes.Add(kBatchSize, 2), a);
  EXPECT_ERROR(sizes.Text(-3), Internal, "the program has no symbol -3");
}

TEST(SymbolsTest, ShapeText) {
  SymbolSizes::Texts texts;
  SymbolSizes sizes(&texts);
  proto::VarDesc var;
  EXPECT_EQ(ShapeText(var, sizes), "");
  var.set_dtype(proto::FLOAT32);
  EXPECT_EQ(ShapeText(var, sizes), "[] float32");
  var.add_dims(kBatchSize);
  var.add_dims(3);
  EXPECT_EQ(ShapeText(var, sizes), "[N, 3] float32");
  var.set_dtype(static_cast<proto::DataType>(77));
  var.add_dims(-99);
  EXPECT_EQ(ShapeText(var, sizes), "[N, 3, -99] data type 77");
}

}  // namespace
}  // namespace paddle::framework
