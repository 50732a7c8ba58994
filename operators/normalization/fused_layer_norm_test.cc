#include "paddle/operators/normalization/fused_layer_norm.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "gtest/gtest.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/dropout.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/normalization/norm_rows.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::DataTypeOf;
using framework::Dims;
using framework::Tensor;
using platform::Accumulator;
using Device = platform::CPUDeviceContext;

constexpr double kEpsilon = 1e-5;
const platform::RandomKey kKey = {1, 2, 3};

template <typename T>
Tensor Numbers(const Dims& dims, double seed) {
  Tensor tensor(dims, DataTypeOf<T>());
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    const double x = std::sin(seed + 12.9898 * static_cast<double>(i)) * 43758;
    tensor.mutable_data<T>()[i] = T(x - std::floor(x) - 0.5);
  }
  return tensor;
}

bool SameBits(const Tensor& a, const Tensor& b) {
  return std::memcmp(a.raw_data(), b.raw_data(), a.bytes()) == 0;
}

template <typename T>
struct Outputs {
  Outputs(int64_t rows, int64_t size)
      : sum({rows, size}, DataTypeOf<T>()),
        y({rows, size}, DataTypeOf<T>()),
        mask({rows, size}, DataType::kUInt8),
        mean({rows}, DataTypeOf<Accumulator<T>>()),
        variance({rows}, DataTypeOf<Accumulator<T>>()) {}
  LayerNormOutputs All() { return {&sum, &y, &mask, &mean, &variance}; }
  Tensor sum, y, mask, mean, variance;
};

// The inputs of both ways to compute it.
template <typename T>
struct Rows {
  Rows(int64_t count, int64_t width)
      : rows(count),
        size(width),
        x(Numbers<T>({rows, size}, 1)),
        residual(Numbers<T>({rows, size}, 2)),
        scale(Numbers<T>({size}, 3)),
        bias(Numbers<T>({size}, 4)) {}

  // Dropout, elementwise_add and layer_norm, one after the other.
  Outputs<T> Apart(double probability) const {
    Outputs<T> out(rows, size);
    Dropout<Device, T>(Device(), kKey, probability, x, &out.sum, &out.mask);
    TransformWide(
        x.numel(), [](auto a, auto b) { return Add(a, b); },
        out.sum.template mutable_data<T>(), out.sum.template data<T>(),
        residual.data<T>());
    NormalizeRows<Device, T>(Device(), {rows, 1, size, 1}, out.sum, &scale,
                             &bias, kEpsilon, &out.y, &out.mean, &out.variance);
    return out;
  }
  void Together(double probability, const Tensor& from,
                const LayerNormOutputs& out, bool is_test = false) const {
    FusedLayerNorm<Device, T>(Device(), LayerRows{1}, is_test, kKey,
                              probability, kEpsilon,
                              {from, residual, &scale, &bias}, out);
  }

  int64_t rows, size;
  Tensor x, residual, scale, bias;
};

template <typename T>
class FusedLayerNormTest : public ::testing::Test {};
using Types =
    ::testing::Types<float, double, platform::float16, platform::bfloat16>;
TYPED_TEST_SUITE(FusedLayerNormTest, Types);

TYPED_TEST(FusedLayerNormTest, HasTheBitsOfItsParts) {
  const int threads = platform::NumThreads();
  for (int count : {1, 2, 3}) {
    platform::SetNumThreads(count);
    for (const auto& [rows, size] : {std::pair<int64_t, int64_t>{3, 7},
                                     {300, 5},
                                     {130, 256},
                                     {40, 1000},
                                     {2, 40000}}) {
      const Rows<TypeParam> given(rows, size);
      for (double probability : {0.0, 0.3}) {
        Outputs<TypeParam> got(rows, size);
        given.Together(probability, given.x, got.All());
        const auto wanted = given.Apart(probability);
        EXPECT_TRUE(SameBits(got.sum, wanted.sum)) << size;
        EXPECT_TRUE(SameBits(got.y, wanted.y)) << size;
        EXPECT_TRUE(SameBits(got.mask, wanted.mask)) << size;
        EXPECT_TRUE(SameBits(got.mean, wanted.mean)) << size;
        EXPECT_TRUE(SameBits(got.variance, wanted.variance)) << size;
      }
    }
  }
  platform::SetNumThreads(threads);
}

TYPED_TEST(FusedLayerNormTest, DropsNothingInATest) {
  const Rows<TypeParam> given(9, 33);
  Outputs<TypeParam> got(9, 33);
  given.Together(0.5, given.x, got.All(), /*is_test=*/true);
  const auto wanted = given.Apart(0);
  EXPECT_TRUE(SameBits(got.y, wanted.y));
  EXPECT_TRUE(SameBits(got.mask, wanted.mask));
}

// Whatever is not wanted, and where outputs have the memory of X.
TYPED_TEST(FusedLayerNormTest, MayWriteOverX) {
  const Rows<TypeParam> given(100, 77);
  const auto wanted = given.Apart(0.3);
  Outputs<TypeParam> got(100, 77);
  Tensor x = Numbers<TypeParam>({100, 77}, 1);
  given.Together(0.3, x, {nullptr, &x, nullptr, &got.mean, &got.variance});
  EXPECT_TRUE(SameBits(x, wanted.y));
  x = Numbers<TypeParam>({100, 77}, 1);
  given.Together(0.3, x, {&x, &got.y, nullptr, &got.mean, &got.variance});
  EXPECT_TRUE(SameBits(x, wanted.sum));
  EXPECT_TRUE(SameBits(got.y, wanted.y));
  x = Numbers<TypeParam>({100, 77}, 1);
  given.Together(0.3, x, {&got.sum, &x, &got.mask, &got.mean, &got.variance});
  EXPECT_TRUE(SameBits(x, wanted.y));
  EXPECT_TRUE(SameBits(got.mask, wanted.mask));
}

}  // namespace
}  // namespace paddle::operators::kernels
