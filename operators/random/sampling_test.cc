#include "paddle/operators/random/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/random/random_draws.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;
using platform::CPUDeviceContext;
using platform::RandomKey;

constexpr int64_t kDraws = 60000;

Tensor Weights(const std::vector<float>& values, int64_t rows = 1) {
  const int64_t classes = static_cast<int64_t>(values.size()) / rows;
  Tensor weights({rows, classes}, DataType::kFloat32);
  std::copy(values.begin(), values.end(), weights.mutable_data<float>());
  return weights;
}

std::vector<int64_t> Draw(const Tensor& weights, int64_t count, bool again,
                          uint64_t step = 0) {
  Tensor out({weights.dims()[0], count}, DataType::kInt64);
  DrawClasses<float>(CPUDeviceContext(), RandomKey{7, 3, step}, weights, count,
                     again, &out);
  return {out.data<int64_t>(), out.data<int64_t>() + out.numel()};
}

TEST(DrawClasses, FollowsTheWeights) {
  std::vector<double> share(4);
  for (int64_t c : Draw(Weights({1, 0, 5, 2}), kDraws, true)) {
    share[c] += 8.0 / kDraws;
  }
  EXPECT_NEAR(share[0], 1, 0.05);
  EXPECT_EQ(share[1], 0);
  EXPECT_NEAR(share[2], 5, 0.05);
  EXPECT_NEAR(share[3], 2, 0.05);
}

// The probability of the order 0, 1 is 1/8 * 5/7, for instance.
TEST(DrawClasses, WithoutReplacementAsOneAfterTheOther) {
  constexpr int64_t kRows = 20000;
  std::vector<float> rows;
  for (int64_t i = 0; i < kRows; ++i) rows.insert(rows.end(), {1, 5, 2});
  const std::vector<int64_t> drawn = Draw(Weights(rows, kRows), 2, false);
  double share[3][3] = {};
  for (int64_t i = 0; i < kRows; ++i) {
    share[drawn[2 * i]][drawn[2 * i + 1]] += 1.0 / kRows;
  }
  EXPECT_NEAR(share[0][1], 1 / 8. * 5 / 7, 0.01);
  EXPECT_NEAR(share[1][2], 5 / 8. * 2 / 3, 0.01);
  EXPECT_NEAR(share[2][0], 2 / 8. * 1 / 6, 0.01);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(share[i][i], 0);
}

TEST(DrawClasses, RefusesWhatIsNoWeight) {
  EXPECT_ERROR(Draw(Weights({1, -2}), 1, true), InvalidArgument,
               "weight -2 of class 1 in row 0");
  EXPECT_ERROR(Draw(Weights({1, 1, 0, 0}, 2), 1, true), InvalidArgument,
               "row 1 has 0 classes of a positive weight, but 1");
  EXPECT_ERROR(Draw(Weights({1, 0, 1}), 3, false), InvalidArgument,
               "row 0 has 2 classes of a positive weight, but 3");
  Tensor large({2, 2}, DataType::kFloat64), out({2, 1}, DataType::kInt64);
  const double weights[] = {1, 2, 1e308, 1e308};
  std::copy_n(weights, 4, large.mutable_data<double>());
  EXPECT_ERROR(DrawClasses<double>(CPUDeviceContext(), RandomKey{7, 3, 1},
                                   large, 1, true, &out),
               InvalidArgument, "the weights of row 1 add up to more");
}

TEST(FillPermutation, HasEachNumberOnceAndAllOrders) {
  std::vector<int> seen(6);
  for (uint64_t step = 0; step < 6000; ++step) {
    Tensor out({3}, DataType::kInt32);
    FillPermutation<int32_t>(CPUDeviceContext(), {7, 3, step}, &out);
    const int32_t* p = out.data<int32_t>();
    ASSERT_TRUE(p[0] != p[1] && p[1] != p[2] && p[0] != p[2]);
    ++seen[p[0] * 2 + (p[1] > p[2])];
  }
  for (int count : seen) EXPECT_NEAR(count, 1000, 120);
}

TEST(FillIntegers, AreUniformInTheRange) {
  Tensor out({kDraws}, DataType::kInt64);
  FillIntegers<CPUDeviceContext, int64_t>(CPUDeviceContext(), {7, 3, 1}, -2, 3,
                                          &out);
  std::vector<double> share(5);
  for (int64_t i = 0; i < kDraws; ++i) {
    share.at(out.data<int64_t>()[i] + 2) += 5.0 / kDraws;
  }
  for (double each : share) EXPECT_NEAR(each, 1, 0.05);
}

// All of the upper bits count, in a range that 32 bits do not hold.
TEST(FillIntegers, OfAllIntegers) {
  Tensor out({1000}, DataType::kInt64);
  FillIntegers<CPUDeviceContext, int64_t>(CPUDeviceContext(), {7, 3, 1},
                                          INT64_MIN, INT64_MAX, &out);
  const int64_t* x = out.data<int64_t>();
  EXPECT_NEAR(std::count_if(x, x + 1000, [](int64_t v) { return v < 0; }), 500,
              60);
  EXPECT_EQ(ScaledBits(UINT64_MAX, 10), 9);
  EXPECT_EQ(ScaledBits(uint64_t{1} << 63, 10), 5);
}

TEST(DrawBernoulli, FollowsTheProbabilities) {
  Tensor x({kDraws}, DataType::kFloat32), out({kDraws}, DataType::kFloat32);
  std::fill_n(x.mutable_data<float>(), kDraws, 0.3f);
  x.mutable_data<float>()[0] = 2;
  x.mutable_data<float>()[1] = -1;
  DrawBernoulli<CPUDeviceContext, float>(CPUDeviceContext(), {7, 3, 1}, x,
                                         &out);
  const float* drawn = out.data<float>();
  EXPECT_EQ(drawn[0], 1);
  EXPECT_EQ(drawn[1], 0);
  EXPECT_NEAR(std::count(drawn, drawn + kDraws, 1.f), 0.3 * kDraws, 500);
}

// One in 2^24 uniform numbers of float32 is 0, which is below them all.
TEST(Happens, AsOftenAsLessThanAStepSays) {
  const platform::RandomStream stream(RandomKey{7, 3, 1});
  int small = 0, third = 0, high = 0;
  for (int64_t i = 0; i < kDraws; ++i) {
    small += Happens(stream, i, 0.0F, 0x1p-29F);
    third += Happens(stream, i, 0.0, 0x1p-53 / 3);
    high += Happens(stream, i, 0x1p-24F, 0x1p-24F * 1.75F);
  }
  EXPECT_NEAR(small, kDraws / 32., 150);
  EXPECT_NEAR(third, kDraws / 3., 500);
  EXPECT_NEAR(high, kDraws * 0.75, 500);
  EXPECT_TRUE(Happens(stream, 1, 0.25F, 0.5F));
  EXPECT_TRUE(Happens(stream, 1, 0.0F, 0x1p-24F));
  EXPECT_FALSE(Happens(stream, 1, 0.0F, 0.0F));
  EXPECT_FALSE(Happens(stream, 1, 0.5F, 0.25F));
  EXPECT_FALSE(Happens(stream, 1, 0.0F, std::nanf("")));
}

// Without a further number about 8 of these would happen.
TEST(DrawBernoulli, RareEvents) {
  constexpr int64_t kMany = 1 << 20;
  Tensor x({kMany}, DataType::kFloat32), out({kMany}, DataType::kFloat32);
  std::fill_n(x.mutable_data<float>(), kMany, 0x1p-60F);
  float sum = 0;
  for (uint64_t step = 0; step < 128; ++step) {
    DrawBernoulli<CPUDeviceContext, float>(CPUDeviceContext(), {7, 3, step}, x,
                                           &out);
    sum = std::accumulate(out.data<float>(), out.data<float>() + kMany, sum);
  }
  EXPECT_EQ(sum, 0);
}

}  // namespace
}  // namespace paddle::operators::kernels
