#include "paddle/operators/creation/range_size.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

int64_t OfIntegers(int64_t start, int64_t end, int64_t step) {
  return RangeSize(start, end, step);
}
int64_t OfNumbers(double start, double end, double step) {
  return RangeSize(start, end, step);
}

TEST(RangeSize, OfIntegers) {
  EXPECT_EQ(OfIntegers(0, 5, 1), 5);
  EXPECT_EQ(OfIntegers(0, 5, 2), 3);
  EXPECT_EQ(OfIntegers(0, 6, 2), 3);
  EXPECT_EQ(OfIntegers(5, 0, -2), 3);
  EXPECT_EQ(OfIntegers(5, 0, 1), 0);
  EXPECT_EQ(OfIntegers(2, 2, -1), 0);
  EXPECT_EQ(OfIntegers(kMin, kMax, kMax), 3);
  EXPECT_EQ(OfIntegers(kMax, kMin, kMin), 2);
  EXPECT_ERROR(OfIntegers(kMin, kMax, 1), InvalidArgument, "is no tensor");
  EXPECT_ERROR(OfIntegers(1, 2, 0), InvalidArgument,
               "the step of a range from 1 to 2 is 0");
}

TEST(RangeSize, OfNumbers) {
  EXPECT_EQ(OfNumbers(0, 1, 0.25), 4);
  EXPECT_EQ(OfNumbers(0, 1.1, 0.25), 5);
  EXPECT_EQ(OfNumbers(1, 0, -0.5), 2);
  EXPECT_EQ(OfNumbers(1, 0, 0.5), 0);
  EXPECT_ERROR(OfNumbers(0, 1, 0), InvalidArgument, "step");
  EXPECT_ERROR(OfNumbers(0, 1e300, 1e-300), InvalidArgument, "is no tensor");
  EXPECT_ERROR(OfNumbers(0, 1e300, 1), InvalidArgument, "is no tensor");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_ERROR(OfNumbers(nan, 1, 1), InvalidArgument, "is no tensor");
}

TEST(RangeSize, InIntegersIfStartAndStepAre) {
  const auto size = [](framework::Number start, framework::Number end,
                       framework::Number step) {
    return RangeSize(start, end, step);
  };
  constexpr int64_t kOdd = (int64_t{1} << 53) + 1;
  EXPECT_EQ(size(kOdd - 1, kOdd, 1), 1);
  EXPECT_EQ(size(kOdd - 1, kOdd + 3, 2.0), 2);
  EXPECT_EQ(size(0, 5.5, 1), 6);
  EXPECT_EQ(size(0, -5.5, -1), 6);
  EXPECT_EQ(size(0.5, 2, 0.5), 3);
  EXPECT_ERROR(size(0, HUGE_VAL, 1), InvalidArgument, "is no tensor");
}

}  // namespace
}  // namespace paddle::operators
