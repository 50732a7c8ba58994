#include "paddle/operators/normalization/normalize_row_avx512.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/loops/streaming.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

constexpr double kEpsilon = 1e-5;

using Row = std::vector<float>;

// Numbers between offset - 1 and offset + 1 that do not repeat.
Row Numbers(int64_t size, float offset) {
  Row row(size);
  for (int64_t j = 0; j < size; ++j) {
    row[j] = offset + std::sin(1.7f * static_cast<float>(j));
  }
  return row;
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments MomentsOf(const Row& x) {
  Moments result;
  const auto count = static_cast<double>(x.size());
  for (const float v : x) result.mean += v / count;
  for (const float v : x) {
    result.variance += (v - result.mean) * (v - result.mean) / count;
  }
  return result;
}

void ExpectNormalized(int64_t size, float offset) {
  const Row x = Numbers(size, offset);
  const Row scale = Numbers(size, 0.5f), bias = Numbers(size, -2);
  Row out(size + 1, 7);
  const RowMoments got =
      NormalizeRowAvx512(size, x.data(), scale.data(), bias.data(), kEpsilon,
                         /*streams=*/false, out.data());
  const Moments wanted = MomentsOf(x);
  EXPECT_NEAR(got.mean, wanted.mean, 1e-6 * (1 + std::fabs(offset))) << size;
  EXPECT_NEAR(got.variance, wanted.variance, 1e-5) << size;
  for (int64_t j = 0; j < size; ++j) {
    const double y = (x[j] - wanted.mean) /
                         std::sqrt(wanted.variance + kEpsilon) * scale[j] +
                     bias[j];
    EXPECT_NEAR(out[j], y, 1e-5 * (1 + std::fabs(offset))) << size << " " << j;
  }
  EXPECT_EQ(out[size], 7);
  out.pop_back();
  Row same = x;
  NormalizeRowAvx512(size, same.data(), scale.data(), bias.data(), kEpsilon,
                     /*streams=*/true, same.data());
  EXPECT_EQ(same, out);
  // Aligned to a register, and not.
  for (const int64_t begin : {0, 1}) {
    Row room(size + 32);
    float* const place = room.data() + begin +
                         (16 - reinterpret_cast<uintptr_t>(&room[0]) / 4 % 16);
    NormalizeRowAvx512(size, x.data(), scale.data(), bias.data(), kEpsilon,
                       /*streams=*/true, place);
    EndStream();
    EXPECT_EQ(Row(place, place + size), out);
  }
}

// Sizes around those of registers, of four, and of stretches.
TEST(NormalizeRowAvx512, IsThatOfDoubles) {
  if (!HasNormalizeRowAvx512()) GTEST_SKIP() << "no AVX-512";
  for (const int64_t size :
       {2, 15, 16, 17, 63, 64, 65, 127, 768, 1000, 8191, 8192, 8193, 20000}) {
    ExpectNormalized(size, 0);
    // mean(x^2) - mean^2 would cancel.
    ExpectNormalized(size, 100);
  }
}

TEST(NormalizeRowAvx512, TakesAnEmptyRow) {
  if (!HasNormalizeRowAvx512()) GTEST_SKIP() << "no AVX-512";
  const RowMoments got = NormalizeRowAvx512(0, nullptr, nullptr, nullptr,
                                            kEpsilon, false, nullptr);
  EXPECT_EQ(got.mean, 0);
  EXPECT_EQ(got.variance, 0);
}

TEST(NormalizeRowAvx512, SaysThatItNeedsAvx512) {
  if (HasNormalizeRowAvx512()) GTEST_SKIP() << "AVX-512 is there";
  EXPECT_ERROR(NormalizeRowAvx512(0, nullptr, nullptr, nullptr, kEpsilon, false,
                                  nullptr),
               Unimplemented, "AVX-512");
}

}  // namespace
}  // namespace paddle::operators::kernels
