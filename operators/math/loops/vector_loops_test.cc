#include "paddle/operators/math/loops/vector_loops.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/loops/arithmetic.h"

namespace paddle::operators::kernels {
namespace {

// Around all block sizes.
constexpr int64_t kSizes[] = {0,  1,   7,   8,   9,   63,  64,  65,
                              73, 128, 255, 256, 300, 575, 1000};

TEST(VectorLoops, AssignRunWritesEachElementOnce) {
  for (const int64_t size : kSizes) {
    std::vector<int> out(size + 1, -1);
    AssignRun(size, out.data(), [](int64_t j) { return static_cast<int>(j); });
    for (int64_t j = 0; j < size; ++j) EXPECT_EQ(out[j], j);
    EXPECT_EQ(out[size], -1);
  }
}

TEST(VectorLoops, AccumulateRunReducesElementByElement) {
  std::vector<float> sums(100, 1);
  AccumulateRun(99, sums.data(), SumReducer(),
                [](int64_t j) { return static_cast<float>(j); });
  for (int j = 0; j < 99; ++j) EXPECT_EQ(sums[j], j + 1);
  EXPECT_EQ(sums[99], 1);
}

TEST(VectorLoops, ReduceRunReducesAllTermsAndTheStart) {
  for (const int64_t size : kSizes) {
    const auto term = [](int64_t j) { return j + 1; };
    EXPECT_EQ(ReduceRun<int64_t>(size, 5, SumReducer(), term),
              5 + size * (size + 1) / 2);
    EXPECT_EQ(ReduceRun<int64_t>(size, 3, MaxReducer(), term),
              std::max<int64_t>(3, size));
  }
}

// Blocks are added to lanes one after the other, and lanes pairwise: bits do
// not depend on how many blocks a loop takes at a time.
TEST(VectorLoops, ReduceRunAddsInOneOrder) {
  std::vector<float> terms(15 * kBlock);
  for (size_t j = 0; j < terms.size(); ++j) {
    terms[j] = std::sin(static_cast<float>(j));
  }
  const auto term = [&](int64_t j) { return terms[j]; };
  for (int64_t blocks = 4; blocks < 15; ++blocks) {
    std::vector<float> lanes(kBlock);
    for (int64_t j = 0; j < kBlock; ++j) lanes[j] = term(j);
    for (int64_t j = kBlock; j < blocks * kBlock; ++j) {
      lanes[j % kBlock] += term(j);
    }
    for (int64_t half = kBlock / 2; half > 0; half /= 2) {
      for (int64_t j = 0; j < half; ++j) lanes[j] += lanes[j + half];
    }
    EXPECT_EQ(ReduceRun(blocks * kBlock, 1.f, SumReducer(), term),
              1.f + lanes[0])
        << blocks;
  }
}

TEST(VectorLoops, ReduceRunKeepsTheAccuracyOfLongSums) {
  const int64_t size = 1 << 22;
  const float sum =
      ReduceRun(size, 0.f, SumReducer(), [](int64_t) { return 0.1f; });
  EXPECT_NEAR(sum / size, 0.1, 1e-5);
}

TEST(VectorLoops, OperandsAreConsecutiveOrShared) {
  const std::vector<int> data = {4, 5, 6};
  const Consecutive<int> consecutive{data.data()};
  const Shared<int> shared{9};
  EXPECT_EQ(consecutive[2], 6);
  EXPECT_EQ(shared[2], 9);
}

}  // namespace
}  // namespace paddle::operators::kernels
