#include "paddle/platform/random.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/random_numbers.h"

namespace paddle::platform {
namespace {

// The known answers of the authors' reference implementation.
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(Philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const uint32_t ones = 0xffffffff;
  EXPECT_EQ(Philox({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                   {0xa4093822, 0x299f31d0}),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

template <typename T>
class RandomTest : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(RandomTest, Floats);

TYPED_TEST(RandomTest, SameBitsWhateverTheCutting) {
  const RandomStream stream({1, 2, 3});
  std::vector<TypeParam> whole(103), pieces(103);
  stream.FillNormal(0, 103, whole.data());
  for (const auto& [begin, end] :
       {std::pair(0, 1), {1, 7}, {7, 50}, {50, 103}}) {
    stream.FillNormal(begin, end - begin, pieces.data() + begin);
  }
  EXPECT_EQ(whole, pieces);
  for (int i = 0; i < 103; ++i) {
    EXPECT_EQ(stream.Normal<TypeParam>(i), whole[i]);
  }
  stream.FillUniform(0, 103, whole.data());
  stream.FillUniform(0, 51, pieces.data());
  stream.FillUniform(51, 52, pieces.data() + 51);
  EXPECT_EQ(whole, pieces);
  EXPECT_EQ(stream.Uniform<TypeParam>(102), whole[102]);
}

TYPED_TEST(RandomTest, UniformMoments) {
  constexpr int kCount = 1 << 18;
  std::vector<TypeParam> x(kCount);
  RandomStream({42, 0, 0}).FillUniform(0, kCount, x.data());
  double sum = 0, squares = 0;
  for (const TypeParam value : x) {
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    sum += value;
    squares += static_cast<double>(value) * value;
  }
  // Five standard errors.
  EXPECT_NEAR(sum / kCount, 0.5, 5 * std::sqrt(1.0 / 12 / kCount));
  EXPECT_NEAR(squares / kCount, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / kCount));
}

TYPED_TEST(RandomTest, NormalMoments) {
  constexpr int kCount = 1 << 18;
  std::vector<TypeParam> x(kCount);
  RandomStream({42, 1, 0}).FillNormal(0, kCount, x.data());
  double sum = 0, squares = 0, fourth = 0, neighbours = 0;
  for (int i = 0; i < kCount; ++i) {
    ASSERT_TRUE(std::isfinite(x[i]));
    const double value = x[i];
    sum += value;
    squares += value * value;
    fourth += std::pow(value, 4);
    if (i > 0) neighbours += value * x[i - 1];
  }
  EXPECT_NEAR(sum / kCount, 0, 5 / std::sqrt(kCount));
  EXPECT_NEAR(squares / kCount, 1, 5 * std::sqrt(2.0 / kCount));
  EXPECT_NEAR(fourth / kCount, 3, 5 * std::sqrt(96.0 / kCount));
  EXPECT_NEAR(neighbours / kCount, 0, 5 / std::sqrt(kCount));
}

TEST(RandomStream, EveryPartOfTheKeyMatters) {
  const auto first = [](RandomKey key) { return RandomStream(key).Block(0); };
  const uint64_t high = uint64_t{1} << 40;
  const std::vector<PhiloxBlock> blocks = {
      first({0, 0, 0}),   first({1, 0, 0}),    first({0, 1, 0}),
      first({0, 0, 1}),   first({high, 0, 0}), first({0, high, 0}),
      first({0, 0, high})};
  for (size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(std::count(blocks.begin(), blocks.end(), blocks[i]), 1) << i;
  }
  const RandomStream stream(RandomKey{});
  EXPECT_NE(stream.Block(0), stream.Block(uint64_t{1} << 32));
  EXPECT_EQ(stream.Bits(6), stream.Block(1)[2]);
}

TYPED_TEST(RandomTest, DevicesDrawTheSame) {
  const RandomKey key{7, uint64_t{5} << 33, uint64_t{3} << 34};
  const RandomStream stream(key);
  const DeviceRandomStream device(key);
  for (const uint64_t index :
       {uint64_t{0}, uint64_t{12345}, uint64_t{1} << 35}) {
    EXPECT_EQ(device.Block(index), stream.Block(index));
    const auto uniform = device.Uniform<TypeParam>(index);
    const auto normal = device.Normal<TypeParam>(index);
    for (int j = 0; j < uniform.kCount; ++j) {
      const uint64_t i = index * uniform.kCount + j;
      EXPECT_EQ(uniform.values[j], stream.Uniform<TypeParam>(i));
      EXPECT_EQ(normal.values[j], stream.Normal<TypeParam>(i));
    }
  }
}

}  // namespace
}  // namespace paddle::platform
