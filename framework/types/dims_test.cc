#include "paddle/framework/types/dims.h"

#include <sstream>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

TEST(Dims, ReadsAndCompares) {
  const Dims dims = {2, 3, 4};
  EXPECT_EQ(dims.rank(), 3);
  EXPECT_EQ(dims[1], 3);
  EXPECT_EQ(dims.at(-1), 4);
  EXPECT_EQ(dims,
            Dims(absl::MakeConstSpan({int64_t{2}, int64_t{3}, int64_t{4}})));
  EXPECT_NE(dims, (Dims{2, 3}));
  EXPECT_NE(dims, (Dims{2, 3, 5}));
  EXPECT_EQ(dims.ToVector(), (std::vector<int64_t>{2, 3, 4}));
  EXPECT_ERROR(dims.at(3), OutOfRange, "axis 3 of a tensor of rank 3");
  EXPECT_ERROR(dims.at(-4), OutOfRange, "axis -4 of a tensor of rank 3");
}

TEST(Dims, ScalarHasOneElement) {
  EXPECT_EQ(Dims().rank(), 0);
  EXPECT_EQ(Dims().Numel(), 1);
  EXPECT_EQ(Dims().ToString(), "[]");
}

TEST(Dims, RankNineIsTheHighest) {
  Dims dims = {1, 2, 1, 2, 1, 2, 1, 2, 1};
  EXPECT_EQ(dims.Numel(), 16);
  EXPECT_ERROR(dims.Append(1), InvalidArgument,
               "rank 10 is above the highest rank, 9");
  EXPECT_ERROR((Dims{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}), InvalidArgument,
               "rank 10 is above");
}

TEST(Dims, AppendsAndSlices) {
  Dims dims = {2, 3};
  dims.Append(4);
  EXPECT_EQ(dims, (Dims{2, 3, 4}));
  EXPECT_EQ(dims.Slice(1, 3), (Dims{3, 4}));
  EXPECT_EQ(dims.Slice(2, 2), Dims());
  EXPECT_ERROR(dims.Slice(2, 4), OutOfRange, "axes [2, 4) of [2, 3, 4]");
  EXPECT_ERROR(dims.Slice(2, 1), OutOfRange, "axes [2, 1)");
}

TEST(Dims, NumelIsChecked) {
  constexpr int64_t kLarge = int64_t{1} << 32;
  EXPECT_EQ((Dims{kLarge, kLarge / 4}).Numel(), int64_t{1} << 62);
  EXPECT_ERROR((Dims{kLarge, kLarge}).Numel(), InvalidArgument,
               "[4294967296, 4294967296] overflows");
  EXPECT_EQ((Dims{kLarge, kLarge, 0}).Numel(), 0);
  EXPECT_EQ((Dims{0, 5}).Numel(), 0);
  EXPECT_ERROR((Dims{-1, 5}).Numel(), InvalidArgument,
               "[N, 5] is not known yet");
  EXPECT_ERROR((Dims{0, -1}).Numel(), InvalidArgument, "not known yet");
}

TEST(Dims, PrintsSymbols) {
  std::ostringstream out;
  out << Dims{-1, 784, -3};
  EXPECT_EQ(out.str(), "[N, 784, s3]");
  EXPECT_FALSE((Dims{-1, 784}).IsStatic());
  EXPECT_TRUE((Dims{0, 784}).IsStatic());
}

TEST(NormalizeAxis, CountsFromEitherEnd) {
  EXPECT_EQ(NormalizeAxis(0, 3), 0);
  EXPECT_EQ(NormalizeAxis(-1, 3), 2);
  EXPECT_EQ(NormalizeAxis(-3, 3), 0);
  EXPECT_ERROR(NormalizeAxis(0, 0), OutOfRange, "axis 0 of a tensor of rank 0");
  EXPECT_ERROR(NormalizeAxis(int64_t{1} << 40, 3), OutOfRange,
               "axis 1099511627776");
}

}  // namespace
}  // namespace paddle::framework
