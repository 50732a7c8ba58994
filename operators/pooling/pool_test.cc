#include "paddle/operators/pooling/pool.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;

const platform::CPUDeviceContext& Device() { return platform::CPUContext(); }

// One plane of `size` by `size`, one window.
PoolShape OneWindow(int64_t size) {
  PoolShape shape;
  shape.planes = 1;
  shape.in = shape.kernel = shape.stride = {1, size, size};
  shape.out = {1, 1, 1};
  return shape;
}

Tensor Of(const std::vector<float>& values) {
  Tensor tensor({static_cast<int64_t>(values.size())}, DataType::kFloat32);
  std::copy(values.begin(), values.end(), tensor.mutable_data<float>());
  return tensor;
}

std::vector<float> GradOfMax(int64_t size, const std::vector<float>& x) {
  Tensor d_x({size * size}, DataType::kFloat32);
  MaxPoolGrad<platform::CPUDeviceContext, float>(Device(), OneWindow(size),
                                                 Of(x), Of({7}), &d_x);
  return {d_x.data<float>(), d_x.data<float>() + d_x.numel()};
}

using Numbers = std::vector<float>;

// Two by two windows have code of their own.
TEST(PoolTest, TheGradientGoesToTheFirstOfTheLargest) {
  EXPECT_EQ(GradOfMax(2, {5, 5, 5, 5}), (Numbers{7, 0, 0, 0}));
  EXPECT_EQ(GradOfMax(2, {4, 5, 5, 5}), (Numbers{0, 7, 0, 0}));
  EXPECT_EQ(GradOfMax(2, {4, 4, 5, 5}), (Numbers{0, 0, 7, 0}));
  EXPECT_EQ(GradOfMax(2, {4, 4, 4, 5}), (Numbers{0, 0, 0, 7}));
  EXPECT_EQ(GradOfMax(3, {1, 1, 1, 1, 2, 1, 1, 2, 1}),
            (Numbers{0, 0, 0, 0, 7, 0, 0, 0, 0}));
  const float low = -std::numeric_limits<float>::infinity();
  EXPECT_EQ(GradOfMax(3, Numbers(9, low)),
            (Numbers{7, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(PoolTest, NaNIsNotLost) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (int64_t size : {2, 3}) {
    for (int64_t at = 0; at < size * size; ++at) {
      Numbers x(size * size, 1);
      x[at] = nan;
      Tensor out({1}, DataType::kFloat32);
      MaxPool<platform::CPUDeviceContext, float>(Device(), OneWindow(size),
                                                 Of(x), &out);
      EXPECT_TRUE(std::isnan(out.data<float>()[0])) << size << " " << at;
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
