#include "paddle/operators/recurrent_unit/state_weight.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/testing/rounded_tensors.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cpu_info.h"
#include "paddle/platform/int8_products.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::bfloat16;
using testing::RoundedTensor;

constexpr int64_t kRows = 5, kInner = 96, kColumns = 160;

memory::Allocator* Memory() {
  return &memory::AllocatorOf(platform::CPUPlace());
}

// The element of a product of numbers that T has.
template <typename T>
double Wanted(const Tensor& x, const Tensor& weight, bool transposed, int64_t i,
              int64_t j) {
  double sum = 0;
  for (int64_t k = 0; k < kInner; ++k) {
    sum += static_cast<double>(x.data<T>()[i * kInner + k]) *
           weight.data<T>()[transposed ? j * kInner + k : k * kColumns + j];
  }
  return sum;
}

TEST(StateWeight, OfBFloat16KeepsSumsInFloat) {
  const auto x = RoundedTensor<bfloat16, bfloat16>({kRows, kInner}, 1);
  for (const bool transposed : {false, true}) {
    const auto weight =
        RoundedTensor<bfloat16, bfloat16>({kInner, kColumns}, 2);
    const StateWeight<bfloat16> product(
        kInner, kColumns, weight.data<bfloat16>(), Memory(), transposed);
    for (const float beta : {0.0F, 1.0F}) {
      std::vector<float> out(kRows * kColumns, 10);
      product.Multiply(kRows, x.data<bfloat16>(), beta, out.data());
      for (int64_t i = 0; i < kRows; ++i) {
        for (int64_t j = 0; j < kColumns; ++j) {
          ASSERT_NEAR(out[i * kColumns + j],
                      Wanted<bfloat16>(x, weight, transposed, i, j) + 10 * beta,
                      1e-5);
        }
      }
    }
  }
}

// oneDNN's code for integers needs the widest registers, too.
bool MultipliesIntegers() {
  return platform::HasInt8Products() && platform::CPULevel() >= 4;
}

TEST(IntegerWeight, IsFastWhereTheProcessorMultipliesIntegers) {
  for (const int64_t columns : {16, 100, 512}) {
    const auto weight = RoundedTensor<float, float>({kInner, columns}, 2);
    const IntegerWeight product(kInner, columns, weight.data<float>(),
                                Memory());
    EXPECT_EQ(product.is_fast(), MultipliesIntegers()) << columns;
  }
}

TEST(IntegerWeight, IsNearTheProduct) {
  const auto x = RoundedTensor<float, float>({kRows, kInner}, 1, 3);
  const auto weight = RoundedTensor<float, float>({kInner, kColumns}, 2);
  const IntegerWeight product(kInner, kColumns, weight.data<float>(), Memory());
  if (!product.is_fast()) GTEST_SKIP() << "no products of integers";
  std::vector<float> out(kRows * kColumns, 10);
  product.Multiply(kRows, x.data<float>(), 0, out.data());
  double error = 0, most = 0;
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t j = 0; j < kColumns; ++j) {
      const double wanted = Wanted<float>(x, weight, false, i, j);
      // Each factor is off by half a step, 3 / 254 and 1 / 254.
      ASSERT_NEAR(out[i * kColumns + j], wanted, kInner * 2 * 3 / 254.0);
      error += std::abs(out[i * kColumns + j] - wanted);
      most = std::max(most, std::abs(wanted));
    }
  }
  EXPECT_GT(error, 0);
  EXPECT_LT(error / (kRows * kColumns), 0.01 * most);
}

TEST(IntegerWeight, RowsHaveTheSameBitsWhateverTheirNumber) {
  auto x = RoundedTensor<float, float>({kRows, kInner}, 1);
  const auto weight = RoundedTensor<float, float>({kInner, kColumns}, 2);
  const IntegerWeight product(kInner, kColumns, weight.data<float>(), Memory());
  if (!product.is_fast()) GTEST_SKIP() << "no products of integers";
  float* numbers = x.mutable_data<float>();
  numbers[kInner] = std::numeric_limits<float>::quiet_NaN();
  std::fill_n(numbers + 2 * kInner, kInner, 0.0F);
  std::vector<float> all(kRows * kColumns), one(kColumns);
  product.Multiply(kRows, numbers, 0, all.data());
  for (const int64_t i : {0, 2, 3, 4}) {
    product.Multiply(1, numbers + i * kInner, 0, one.data());
    EXPECT_TRUE(std::equal(one.begin(), one.end(), all.data() + i * kColumns));
  }
  EXPECT_TRUE(std::isnan(all[kColumns]));
  EXPECT_EQ(all[2 * kColumns], 0);
}

}  // namespace
}  // namespace paddle::operators::kernels
