#include "paddle/framework/types/symbolic_size.h"

#include "gtest/gtest.h"

#include "paddle/framework/types/testing/recording_sizes.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

constexpr int64_t kLarge = int64_t{1} << 62;

TEST(NumericSizes, Computes) {
  SizeAlgebra& sizes = NumericSizes();
  EXPECT_EQ(sizes.Add(2, 3), 5);
  EXPECT_EQ(sizes.Sub(5, 3), 2);
  EXPECT_EQ(sizes.Mul(4, 0), 0);
  EXPECT_EQ(sizes.Div(7, 2), 3);
  EXPECT_EQ(sizes.Text(7), "7");
}

TEST(NumericSizes, ReportsWhatIsNoSize) {
  SizeAlgebra& sizes = NumericSizes();
  EXPECT_ERROR(sizes.Sub(2, 5), InvalidArgument, "the size 2 - 5 is negative");
  EXPECT_ERROR(sizes.Mul(kLarge, 2), InvalidArgument, "overflows");
  EXPECT_ERROR(sizes.Add(kLarge, kLarge), InvalidArgument, "overflows");
  EXPECT_ERROR(sizes.Div(3, 0), InvalidArgument, "the size 3 is divided by 0");
  EXPECT_ERROR(sizes.Add(kBatchSize, 1), Internal, "symbolic size N");
  EXPECT_ERROR(sizes.Fresh(), Internal, "fresh symbolic size");
}

TEST(SizeAlgebra, EqualExpressionsAreOneSymbol) {
  RecordingSizes sizes;
  const int64_t n = kBatchSize;
  const int64_t product = sizes.Mul(n, 28);
  EXPECT_LT(product, 0);
  EXPECT_EQ(sizes.Text(product), "N*28");
  EXPECT_EQ(sizes.Mul(28, n), product);
  EXPECT_EQ(sizes.Mul(sizes.Mul(n, 4), 7), product);
  EXPECT_NE(sizes.Mul(n, 27), product);
  EXPECT_EQ(sizes.Add(n, n), sizes.Mul(2, n));
  EXPECT_EQ(sizes.Div(product, 28), n);
  EXPECT_EQ(sizes.Div(product, n), 28);
  EXPECT_EQ(sizes.Sub(sizes.Add(n, 5), n), 5);
  EXPECT_EQ(sizes.Sub(sizes.Add(n, 5), 5), n);
  EXPECT_EQ(sizes.Mul(n, 0), 0);
}

TEST(SizeAlgebra, FreshSymbolsDiffer) {
  RecordingSizes sizes;
  const int64_t a = sizes.Fresh();
  const int64_t b = sizes.Fresh();
  EXPECT_NE(a, b);
  EXPECT_NE(a, kBatchSize);
  EXPECT_EQ(sizes.Mul(a, b), sizes.Mul(b, a));
  EXPECT_EQ(sizes.Text(sizes.Add(a, 1)), "s2+1");
  EXPECT_EQ(sizes.Sub(sizes.Add(a, b), b), a);
}

TEST(SizeAlgebra, ConvolutionChain) {
  RecordingSizes sizes;
  const auto halve = [&sizes](int64_t h) {  // window 3, stride 2, padding 1
    return sizes.Add(sizes.Div(sizes.Sub(sizes.Add(h, 2), 3), 2), 1);
  };
  const int64_t h = sizes.Fresh();
  EXPECT_EQ(halve(28), 14);
  EXPECT_EQ(halve(halve(h)), halve(halve(h)));
  EXPECT_EQ(sizes.Text(halve(h)), "(s2+1)/2");
}

TEST(SizeAlgebra, ASymbolMinusALargerNumberIsNotRefused) {
  RecordingSizes sizes;
  EXPECT_EQ(sizes.Text(sizes.Sub(kBatchSize, 5)), "N-5");
  EXPECT_ERROR(sizes.Sub(kBatchSize, sizes.Add(kBatchSize, 3)), InvalidArgument,
               "the size N - N+3 is negative");
}

TEST(SymbolName, BatchAndOthers) {
  EXPECT_EQ(SymbolName(-1), "N");
  EXPECT_EQ(SymbolName(-2), "s2");
  EXPECT_EQ(SymbolName(INT64_MIN), "s9223372036854775808");
  EXPECT_ERROR(SymbolName(0), Internal, "no symbol");
}

}  // namespace
}  // namespace paddle::framework
