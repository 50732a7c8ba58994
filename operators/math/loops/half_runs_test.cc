#include "paddle/operators/math/loops/half_runs.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/device_context.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;
using platform::float16;

template <typename T>
class HalfRuns : public ::testing::Test {};
using Types = ::testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(HalfRuns, Types);

// As the conversion of single numbers, for all 65536 of them.
TYPED_TEST(HalfRuns, EveryHalfBecomesItsFloat) {
  std::vector<TypeParam> x(1 << 16);
  for (int i = 0; i < 1 << 16; ++i) x[i] = TypeParam::FromBits(i);
  std::vector<float> out(x.size());
  ToFloat(x.size(), x.data(), out.data());
  for (int i = 0; i < 1 << 16; ++i) {
    const float want = x[i];
    if (std::isnan(want)) {
      EXPECT_TRUE(std::isnan(out[i])) << i;
    } else {
      EXPECT_EQ(out[i], want) << i;
    }
  }
}

// Floats from the whole range, halfway cases among them, in runs of many
// lengths.
TYPED_TEST(HalfRuns, FloatsAreRoundedAsOneByOne) {
  std::vector<float> x;
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += 0x8000 * 37) {
    const uint32_t low = static_cast<uint32_t>(bits);
    float value;
    std::memcpy(&value, &low, sizeof(value));
    x.push_back(value);
  }
  for (int64_t size : {size_t{1}, size_t{7}, size_t{75}, x.size()}) {
    std::vector<TypeParam> out(size);
    FromFloat(size, x.data(), out.data());
    for (int64_t i = 0; i < size; ++i) {
      EXPECT_EQ(out[i].bits, TypeParam(x[i]).bits) << x[i];
    }
  }
}

TYPED_TEST(HalfRuns, TransformComputesInFloatAndRoundsOnce) {
  for (int64_t size : {0, 1, 300, 40000}) {
    std::vector<TypeParam> a(size), b(size), out(size);
    for (int64_t i = 0; i < size; ++i) {
      a[i] = TypeParam(0.01f * (i % 300));
      b[i] = TypeParam(3.f - 0.02f * (i % 200));
    }
    TransformWide(
        size, [](float x, float y) { return x * y; }, out.data(), a.data(),
        b.data());
    for (int64_t i = 0; i < size; ++i) {
      EXPECT_EQ(out[i].bits, (a[i] * b[i]).bits);
    }
    const std::vector<TypeParam> before = a;
    TransformWide(
        size, [](float x) { return x + 1; }, a.data(), a.data());
    for (int64_t i = 0; i < size; ++i) {
      EXPECT_EQ(a[i].bits, TypeParam(static_cast<float>(before[i]) + 1).bits);
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
