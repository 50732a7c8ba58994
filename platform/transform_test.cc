#include "paddle/platform/transform.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::platform {
namespace {

const DeviceContext& CPU() { return DeviceContextOf(CPUPlace()); }

std::vector<float> Ramp(int64_t size) {
  std::vector<float> values(size);
  std::iota(values.begin(), values.end(), 0.5f);
  return values;
}

TEST(Transform, EverySizeNearABlock) {
  for (const int64_t size : {0, 1, 63, 64, 65, 128, 1000, 100000}) {
    const std::vector<float> a = Ramp(size), b = Ramp(size), c = Ramp(size);
    std::vector<float> out(size + 1, -1);
    Transform(CPU(), size, a.data(), out.data(), [](float x) { return -x; });
    for (int64_t i = 0; i < size; ++i) ASSERT_EQ(out[i], -a[i]);
    Transform(CPU(), size, a.data(), b.data(), out.data(),
              [](float x, float y) { return x + y; });
    for (int64_t i = 0; i < size; ++i) ASSERT_EQ(out[i], a[i] + b[i]);
    Transform(CPU(), size, a.data(), b.data(), c.data(), out.data(),
              [](float x, float y, float z) { return x < 9 ? y : z + 1; });
    for (int64_t i = 0; i < size; ++i) {
      ASSERT_EQ(out[i], a[i] < 9 ? b[i] : c[i] + 1);
    }
    EXPECT_EQ(out[size], -1);  // nothing beyond the end
  }
}

TEST(Transform, InPlaceAndMixedTypes) {
  std::vector<float> x = Ramp(200);
  Transform(CPU(), 200, x.data(), x.data(), [](float v) { return v * 2; });
  EXPECT_EQ(x[199], 399);
  std::vector<uint8_t> flags(200);
  Transform(CPU(), 200, x.data(), flags.data(),
            [](float v) -> uint8_t { return v > 100; });
  EXPECT_EQ(flags[49], 0);
  EXPECT_EQ(flags[50], 1);
}

TEST(Transform, SameBitsForAnyNumberOfThreads) {
  constexpr int64_t kSize = 300001;
  const std::vector<float> a = Ramp(kSize);
  const auto run = [&](int threads) {
    const int before = NumThreads();
    SetNumThreads(threads);
    std::vector<float> out(kSize);
    Transform(CPU(), kSize, a.data(), a.data(), out.data(),
              [](float x, float y) { return x * 0.3f + y / 7 - std::sqrt(x); });
    SetNumThreads(before);
    return out;
  };
  EXPECT_EQ(run(1), run(2));
  EXPECT_EQ(run(1), run(5));
}

TEST(Transform, RefusesAnotherPlace) {
  class Elsewhere final : public DeviceContext {
   public:
    Place place() const override { return CUDAPlace(0); }
    void Wait() const override {}
  };
  float x = 0;
  EXPECT_ERROR(Transform(Elsewhere(), 1, &x, &x, [](float v) { return v; }),
               Unimplemented, "on CUDA:0");
}

}  // namespace
}  // namespace paddle::platform
