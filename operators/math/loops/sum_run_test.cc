#include "paddle/operators/math/loops/sum_run.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
std::vector<T> Numbers(int64_t size) {
  std::vector<T> numbers(size);
  for (int64_t i = 0; i < size; ++i) {
    const double x = std::sin(12.9898 * static_cast<double>(i)) * 43758;
    numbers[i] = static_cast<T>(x - std::floor(x) - 0.5);
  }
  return numbers;
}

template <typename T>
void ExpectTheBitsOfReduceRun() {
  const std::vector<T> numbers = Numbers<T>(20000);
  const T* x = numbers.data();
  std::vector<T> copies(numbers.size());
  T* copy = copies.data();
  for (int64_t size : {0, 1, 7, 8, 63, 64, 255, 256, 257, 320, 1000, 8191, 8192,
                       8193, 8192 + 256, 20000}) {
    EXPECT_EQ(
        SumRun<T>(size,
                  [=](auto v, int64_t j) {
                    const auto each = ReadAs<decltype(v)>(x + j);
                    WriteAs(each, copy + j);
                    return each;
                  }),
        ReduceRun(size, T(0), std::plus<T>(), [=](int64_t j) { return x[j]; }))
        << size;
    EXPECT_TRUE(std::equal(copy, copy + size, x)) << size;
  }
}

TEST(SumRun, HasTheBitsOfReduceRun) {
  ExpectTheBitsOfReduceRun<float>();
  ExpectTheBitsOfReduceRun<double>();
}

TEST(SumRun, AddsUpWhatIsComputed) {
  const std::vector<double> x = Numbers<double>(1000);
  double wanted = 0;
  for (double each : x) wanted += (each - 0.25) * (each - 0.25);
  const double* from = x.data();
  EXPECT_NEAR(SumRun<double>(1000,
                             [=](auto v, int64_t j) {
                               const auto c =
                                   ReadAs<decltype(v)>(from + j) - 0.25;
                               return c * c;
                             }),
              wanted, 1e-10);
}

}  // namespace
}  // namespace paddle::operators::kernels
