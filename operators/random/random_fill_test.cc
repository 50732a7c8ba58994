#include "paddle/operators/random/random_fill.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

const platform::RandomKey kKey = {7, 3, 1};

using FillFunction = void (*)(const platform::CPUDeviceContext&,
                              const platform::RandomKey&, double, double,
                              Tensor*);

template <typename T>
std::vector<T> Draw(FillFunction fill, double a, double b, int64_t size,
                    const platform::RandomKey& key = kKey) {
  Tensor tensor({size}, framework::DataTypeOf<T>());
  fill(platform::CPUDeviceContext(), key, a, b, &tensor);
  const T* data = tensor.data<T>();
  return std::vector<T>(data, data + size);
}

template <typename T>
void ExpectMoments(const std::vector<T>& x, double mean, double deviation) {
  double sum = 0, squares = 0;
  for (const T value : x) sum += value;
  for (const T value : x) squares += std::pow(value - sum / x.size(), 2);
  EXPECT_NEAR(sum / x.size(), mean, 0.01);
  EXPECT_NEAR(std::sqrt(squares / x.size()), deviation, 0.01);
}

template <typename T>
class RandomFill : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RandomFill, Types);

constexpr int64_t kSize = 200000;

TYPED_TEST(RandomFill, Uniform) {
  const auto x = Draw<TypeParam>(
      FillUniform<platform::CPUDeviceContext, TypeParam>, -1, 3, kSize);
  ExpectMoments(x, 1, 4 / std::sqrt(12));
  const auto [least, greatest] = std::minmax_element(x.begin(), x.end());
  EXPECT_GE(*least, -1);
  EXPECT_LT(*least, -0.999);
  EXPECT_LE(*greatest, 3);
  EXPECT_GT(*greatest, 2.999);
}

TYPED_TEST(RandomFill, Gaussian) {
  const auto x = Draw<TypeParam>(
      FillGaussian<platform::CPUDeviceContext, TypeParam>, 2, 0.5, kSize);
  ExpectMoments(x, 2, 0.5);
  // 4.55 % lie beyond two deviations.
  const auto beyond = std::count_if(
      x.begin(), x.end(), [](double v) { return std::abs(v - 2) > 1; });
  EXPECT_NEAR(beyond / double{kSize}, 0.0455, 0.002);
}

TYPED_TEST(RandomFill, TruncatedGaussian) {
  const auto x = Draw<TypeParam>(
      FillTruncatedGaussian<platform::CPUDeviceContext, TypeParam>, 2, 0.5,
      kSize);
  ExpectMoments(x, 2, 0.5 * 0.8796);  // what the cut leaves of a deviation
  for (const double value : x) EXPECT_LE(std::abs(value - 2), 1 + 1e-6);
}

TYPED_TEST(RandomFill, AFunctionOfKeyAndPosition) {
  using T = TypeParam;
  for (const FillFunction fill :
       {FillUniform<platform::CPUDeviceContext, T>,
        FillGaussian<platform::CPUDeviceContext, T>,
        FillTruncatedGaussian<platform::CPUDeviceContext, T>}) {
    platform::SetNumThreads(1);
    const auto one = Draw<T>(fill, 0, 1, 50000);
    platform::SetNumThreads(3);
    EXPECT_EQ(Draw<T>(fill, 0, 1, 50000), one);
    const auto fewer = Draw<T>(fill, 0, 1, 100);
    EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), one.begin()));
    EXPECT_NE(Draw<T>(fill, 0, 1, 100, {7, 3, 2}), fewer);
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
