#include "paddle/operators/math/loops/streaming.h"

#include <numeric>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/loops/half_runs.h"

namespace paddle::operators::kernels {
namespace {

TEST(Streaming, CopiesRunsThatBeginAnywhere) {
  std::vector<float> from(100);
  std::iota(from.begin(), from.end(), 0.0f);
  for (int64_t begin = 0; begin < 9; ++begin) {
    for (int64_t size = 0; size < 40; ++size) {
      std::vector<float> to(60, -1);
      StreamFloats(size, from.data() + 3, to.data() + begin);
      EndStream();
      for (int64_t i = 0; i < 60; ++i) {
        const bool inside = i >= begin && i < begin + size;
        ASSERT_EQ(to[i], inside ? from[i - begin + 3] : -1) << size;
      }
    }
  }
}

// A large output is streamed, but where it is an input: both have the bits of
// small ones.
TEST(Streaming, LargeOutputsHaveTheBitsOfSmallOnes) {
  constexpr int64_t kSize = kStreamedBytes / sizeof(float) + 77;
  std::vector<float> x(kSize), out(kSize + 1, -1);
  for (int64_t i = 0; i < kSize; ++i) x[i] = static_cast<float>(i % 1013) / 7;
  const auto functor = [](float v) { return v * 3.3f - v * v; };
  TransformWide(kSize, functor, out.data(), x.data());
  for (int64_t i = 0; i < kSize; i += 1013) {
    ASSERT_EQ(std::vector<float>(&out[i], &out[std::min(i + 1013, kSize)]),
              std::vector<float>(&out[0], &out[std::min(kSize - i, 1013l)]));
  }
  std::vector<float> wanted(1013);
  TransformWide(1013, functor, wanted.data(), x.data());
  EXPECT_EQ(std::vector<float>(&out[0], &out[1013]), wanted);
  EXPECT_EQ(out[kSize], -1);
  TransformWide(kSize, functor, x.data(), x.data());
  out.pop_back();
  EXPECT_EQ(x, out);
}

}  // namespace
}  // namespace paddle::operators::kernels
