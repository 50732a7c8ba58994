#include "paddle/operators/math/loops/reduce_axes.h"

#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/loops/arithmetic.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;

TEST(ReduceAxes, CountsTermsAndResults) {
  const Dims space = {2, 3, 5};
  EXPECT_EQ(NumTerms(space, 0b101), 10);
  EXPECT_EQ(NumResults(space, 0b101), 3);
  EXPECT_EQ(NumTerms(space, AxisSet().set()), 30);
  EXPECT_EQ(NumResults(space, AxisSet().set()), 1);
  EXPECT_EQ(NumTerms({4, 0}, 0b10), 0);
  EXPECT_EQ(NumResults({4, 0}, 0b10), 4);
  EXPECT_EQ(NumResults({}, 0), 1);
}

// Terms that use a value of the result they go to.
TEST(ReduceAxes, TermsSeeWhatBelongsToTheirResult) {
  const std::vector<float> x = {1, 2, 3, 4, 5, 6};
  const std::vector<float> scale = {10, 100, 1000};
  std::vector<float> sums(3), scratch(100);
  const auto weighted = [&](int64_t i, float factor) { return x[i] * factor; };
  const auto workspace = [&](size_t) { return scratch.data(); };
  ReduceAxes({2, 3}, 0b01, SumReducer(), weighted, workspace, sums.data(),
             scale.data());
  EXPECT_EQ(sums, std::vector<float>({50, 700, 9000}));
  ReduceAxes({3, 2}, 0b10, SumReducer(), weighted, workspace, sums.data(),
             scale.data());
  EXPECT_EQ(sums, std::vector<float>({30, 700, 11000}));
}

TEST(SpreadAxes, RepeatsResultsOverTheirElements) {
  const std::vector<int> results = {10, 20};
  std::vector<int> out(6);
  const auto plus_index = [](int64_t i, int result) {
    return result + static_cast<int>(i);
  };
  SpreadAxes({2, 3}, 0b10, plus_index, out.data(), results.data());
  EXPECT_EQ(out, std::vector<int>({10, 11, 12, 23, 24, 25}));
  SpreadAxes({3, 2}, 0b01, plus_index, out.data(), results.data());
  EXPECT_EQ(out, std::vector<int>({10, 21, 12, 23, 14, 25}));
}

// The reduction asks for no more scratch than what is promised to be enough.
TEST(ReduceAxes, ScratchIsEnough) {
  const Dims shapes[] = {{1 << 20}, {5000, 70}, {4, 5}, {500, 300}};
  for (const Dims& space : shapes) {
    for (const AxisSet axes : {AxisSet(0b01), AxisSet().set()}) {
      std::vector<float> out(NumResults(space, axes)), scratch;
      size_t asked = 0;
      ReduceAxes(
          space, axes, SumReducer(), [](int64_t) { return 1.f; },
          [&](size_t bytes) {
            asked = bytes;
            scratch.resize(bytes / sizeof(float));
            return scratch.data();
          },
          out.data());
      EXPECT_LE(asked, ReductionScratch(space, axes) * sizeof(float));
      EXPECT_EQ(out[0], NumTerms(space, axes)) << space.ToString();
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
