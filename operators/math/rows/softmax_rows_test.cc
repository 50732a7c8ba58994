#include "paddle/operators/math/rows/softmax_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/loops/streaming.h"
#include "paddle/operators/math/rows/softmax_rows_avx512.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

using Rows = std::vector<float>;
using Function = void (*)(int64_t rows, int64_t size, const float* x,
                          float* out);

// The two ways of an AVX-512 processor, which are one on others.
const Function kFunctions[] = {&SoftmaxRows<float>,
                               &SoftmaxRowsAnywhere<float>};

Rows Computed(Function function, int64_t rows, const Rows& x) {
  Rows out(x.size());
  function(rows, x.size() / rows, x.data(), out.data());
  return out;
}

std::vector<double> Expected(const float* x, int64_t size) {
  const double max = *std::max_element(x, x + size);
  std::vector<double> out;
  double sum = 0;
  for (int64_t j = 0; j < size; ++j) {
    out.push_back(std::exp(x[j] - max));
    sum += out.back();
  }
  for (double& value : out) value /= sum;
  return out;
}

// Numbers between -range and range that do not repeat within a row.
Rows Numbers(int64_t size, float range) {
  Rows x(size);
  for (int64_t j = 0; j < size; ++j) {
    x[j] = range * std::sin(1.7f * static_cast<float>(j));
  }
  return x;
}

// Sizes around those of registers and blocks, and both sides of where it is
// chosen how to compute.
TEST(SoftmaxRows, IsThatOfDoubles) {
  for (const Function function : kFunctions) {
    for (const int64_t size :
         {1, 7, 63, 64, 65, 79, 80, 127, 128, 1000, 1031}) {
      for (const float range : {1.f, 40.f}) {
        // Differences from the largest number are rounded to float.
        const double tolerance = 1e-6 + range * 0x1p-22;
        const Rows x = Numbers(3 * size, range);
        const Rows out = Computed(function, 3, x);
        for (int64_t r = 0; r < 3; ++r) {
          const std::vector<double> wanted = Expected(&x[r * size], size);
          for (int64_t j = 0; j < size; ++j) {
            EXPECT_NEAR(out[r * size + j], wanted[j],
                        tolerance * wanted[j] + 1e-37)
                << "element " << j << " of row " << r << " of " << size;
          }
        }
      }
    }
  }
}

// Equal numbers are added up, one of which is much larger than the others.
TEST(SoftmaxRows, IsAccurateOnLongRows) {
  constexpr int64_t kSize = 131072;
  Rows x(kSize, std::log(0.1f));
  x[0] = 0;
  const double sum = Expected(x.data(), kSize)[0];
  for (const Function function : kFunctions) {
    EXPECT_NEAR(Computed(function, 1, x)[0] / sum, 1, 5e-6);
  }
}

TEST(SoftmaxRows, MayOverwriteItsInput) {
  for (const Function function : kFunctions) {
    Rows x = Numbers(200, 3);
    const Rows wanted = Computed(function, 2, x);
    function(2, 100, x.data(), x.data());
    EXPECT_EQ(x, wanted);
  }
}

// Scores that a mask hides.
TEST(SoftmaxRows, GivesNothingToMinusInfinity) {
  for (const Function function : kFunctions) {
    Rows x(100, -kInf);
    x[1] = 2;
    x[98] = 2;
    x[99] = -200;  // as little as makes no difference
    const Rows out = Computed(function, 1, x);
    for (int64_t j = 0; j < 100; ++j) {
      EXPECT_EQ(out[j], j == 1 || j == 98 ? 0.5f : 0.f) << j;
    }
  }
}

TEST(SoftmaxRows, LetsNanBeSeen) {
  for (const Function function : kFunctions) {
    for (const float bad : {kNan, kInf}) {
      for (const int64_t at : {0, 50, 99}) {
        Rows x = Numbers(200, 1);
        x[at] = bad;
        const Rows out = Computed(function, 2, x);
        EXPECT_TRUE(std::isnan(out[at])) << bad << " at " << at;
        EXPECT_FALSE(std::isnan(out[100]));  // the other row
      }
    }
  }
}

TEST(SoftmaxRows, OfARowDependsOnNoOtherRow) {
  for (const Function function : kFunctions) {
    const Rows x = Numbers(5 * 77, 2);
    const Rows all = Computed(function, 5, x);
    const Rows one =
        Computed(function, 1, Rows(x.begin() + 3 * 77, x.begin() + 4 * 77));
    EXPECT_TRUE(std::equal(one.begin(), one.end(), all.begin() + 3 * 77));
  }
}

// Rows that are streamed, and those that are too long, not whole registers or
// not aligned, and are not.
TEST(SoftmaxRowsAvx512, StreamsTheSameBits) {
  if (!HasSoftmaxRowsAvx512()) GTEST_SKIP() << "no AVX-512";
  for (const int64_t size : {64, 100, 1024, 8192, 8208}) {
    const Rows x = Numbers(3 * size, 5);
    const Rows wanted = Computed(&SoftmaxRows<float>, 3, x);
    Rows room(3 * size + 32);
    const uintptr_t place = reinterpret_cast<uintptr_t>(room.data());
    const int64_t aligned = (16 - place / sizeof(float) % 16) % 16;
    for (const int64_t begin : {aligned, aligned + 1}) {
      SoftmaxRowsAvx512(3, size, x.data(), /*streams=*/true, &room[begin]);
      EndStream();
      EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), &room[begin]));
    }
  }
}

TEST(StreamSoftmaxRows, TakesLargeOutputs) {
  constexpr int64_t kSize = 512;
  constexpr int64_t kRows = kStreamedBytes / sizeof(float) / kSize;
  const Rows x = Numbers(kRows * kSize, 5);
  Rows out(x.size());
  const bool has = HasSoftmaxRowsAvx512();
  EXPECT_FALSE(StreamSoftmaxRows(kRows - 1, kSize, x.data(), out.data()));
  ASSERT_EQ(StreamSoftmaxRows(kRows, kSize, x.data(), out.data()), has);
  if (has) {
    EXPECT_EQ(out, Computed(&SoftmaxRows<float>, kRows, x));
  }
  EXPECT_FALSE(StreamSoftmaxRows(kRows, kSize, out.data(), out.data()));
}

// Sizes around those of registers, and of what is added up at a time.
TEST(LogSoftmaxRowsAvx512, IsThatOfDoubles) {
  if (!HasSoftmaxRowsAvx512()) GTEST_SKIP() << "no AVX-512";
  for (const int64_t size : {1, 16, 63, 64, 1000, 1024, 1025, 5000}) {
    const Rows x = Numbers(3 * size, 30);
    Rows out(x.size());
    LogSoftmaxRowsAvx512(3, size, x.data(), out.data());
    Rows in_place = x;
    LogSoftmaxRowsAvx512(3, size, in_place.data(), in_place.data());
    EXPECT_EQ(in_place, out);
    for (int64_t r = 0; r < 3; ++r) {
      const std::vector<double> wanted = Expected(&x[r * size], size);
      for (int64_t j = 0; j < size; ++j) {
        EXPECT_NEAR(out[r * size + j], std::log(wanted[j]), 1e-5)
            << "element " << j << " of row " << r << " of " << size;
      }
    }
  }
}

TEST(LogSoftmaxRowsAvx512, PassesNanAndInfinityOn) {
  if (!HasSoftmaxRowsAvx512()) GTEST_SKIP() << "no AVX-512";
  for (const float bad : {kNan, kInf}) {
    Rows x = Numbers(200, 1);
    x[50] = bad;
    LogSoftmaxRowsAvx512(2, 100, x.data(), x.data());
    EXPECT_TRUE(std::isnan(x[0]));
    EXPECT_TRUE(std::isnan(x[99]));
    EXPECT_FALSE(std::isnan(x[100]));  // the other row
  }
  Rows x(100, -kInf);
  x[7] = 3;
  LogSoftmaxRowsAvx512(1, 100, x.data(), x.data());
  EXPECT_EQ(x[7], 0);
  EXPECT_EQ(x[8], -kInf);
}

TEST(SoftmaxRowsAvx512, IsRefusedByOtherProcessors) {
  Rows x(64, 0);
  if (HasSoftmaxRowsAvx512()) {
    SoftmaxRowsAvx512(1, 64, x.data(), false, x.data());
    EXPECT_EQ(x, Rows(64, 1 / 64.f));
  } else {
    EXPECT_ERROR(SoftmaxRowsAvx512(1, 64, x.data(), false, x.data()),
                 Unimplemented, "AVX-512");
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
