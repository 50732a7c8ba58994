#include "paddle/operators/attention/bfloat16_attention.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/operators/attention/half_attention.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using platform::bfloat16;
using platform::float16;
using CPU = platform::CPUDeviceContext;

const CPU& Device() { return platform::CPUContext(); }
memory::Allocator* Memory() {
  return &memory::AllocatorOf(platform::CPUPlace());
}

template <typename T>
constexpr DataType kTypeOf = DataType::kFloat64;
template <>
constexpr DataType kTypeOf<float> = DataType::kFloat32;
template <>
constexpr DataType kTypeOf<float16> = DataType::kFloat16;
template <>
constexpr DataType kTypeOf<bfloat16> = DataType::kBFloat16;

template <typename T>
Tensor Empty(const Dims& dims) {
  Tensor tensor;
  tensor.Allocate(dims, kTypeOf<T>, Memory());
  return tensor;
}

template <typename T>
Tensor Of(const Dims& dims, const std::vector<double>& numbers) {
  Tensor tensor = Empty<T>(dims);
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    tensor.mutable_data<T>()[i] = static_cast<T>(numbers[i]);
  }
  return tensor;
}

template <typename T>
std::vector<double> NumbersIn(const Tensor& x) {
  std::vector<double> numbers;
  for (int64_t i = 0; i < x.numel(); ++i) numbers.push_back(x.data<T>()[i]);
  return numbers;
}

// Numbers in [-2, 2) that look irregular, as T has them.
template <typename T>
std::vector<double> Rounded(int64_t count, double seed) {
  std::vector<double> numbers(count);
  for (int64_t i = 0; i < count; ++i) {
    const double x = std::sin(seed + 12.9898 * i) * 43758.5453;
    numbers[i] = static_cast<T>(4 * (x - std::floor(x)) - 2);
  }
  return numbers;
}

// An attention of 2 sequences with 4 heads of 64 columns.
constexpr int64_t kQueries = 50, kKeys = 200;
const Dims kQueryDims({2, kQueries, 256});
const Dims kKeyDims({2, kKeys, 256});

AttentionBatch BatchOf(bool causal) {
  AttentionBatch batch{RowRanges(2, kQueries), RowRanges(2, kKeys)};
  batch.heads = 4;
  batch.scale = 0.125;
  batch.causal = causal;
  return batch;
}

// Results and gradients by name.
struct Result {
  std::string name;
  std::vector<double> numbers;
};

// Computes in T from the numbers that In has of all inputs.
template <typename T, typename In>
std::vector<Result> Attend(const AttentionBatch& batch) {
  const int64_t q_size = kQueryDims.Numel(), k_size = kKeyDims.Numel();
  const Tensor q = Of<T>(kQueryDims, Rounded<In>(q_size, 1));
  const Tensor k = Of<T>(kKeyDims, Rounded<In>(k_size, 2));
  const Tensor v = Of<T>(kKeyDims, Rounded<In>(k_size, 3));
  const Tensor d_out = Of<T>(kQueryDims, Rounded<In>(q_size, 4));
  Tensor out = Empty<T>(kQueryDims);
  Tensor lse = Empty<platform::Accumulator<T>>({2, kQueries, 4});
  AnyAttention<CPU, T>(Device(), batch, q, k, v, Memory(), &out, &lse);
  Tensor dq = Empty<T>(kQueryDims);
  Tensor dk = Empty<T>(kKeyDims), dv = Empty<T>(kKeyDims);
  AnyAttentionGrad<CPU, T>(Device(), batch, q, k, v, out, lse, d_out, Memory(),
                           {&dq, &dk, &dv, nullptr});
  return {{"out", NumbersIn<T>(out)},
          {"dq", NumbersIn<T>(dq)},
          {"dk", NumbersIn<T>(dk)},
          {"dv", NumbersIn<T>(dv)}};
}

// The mean distance of `got`, rounded to T, from what is right.
template <typename T>
double Distance(const std::vector<double>& got,
                const std::vector<double>& right) {
  double sum = 0;
  for (size_t i = 0; i < right.size(); ++i) {
    sum += std::abs(static_cast<T>(got[i]) - right[i]);
  }
  return sum / static_cast<double>(right.size());
}

template <typename T>
void ExpectNearAsFloat(bool causal) {
  const AttentionBatch batch = BatchOf(causal);
  const auto right = Attend<double, T>(batch);
  const auto wide = Attend<float, T>(batch);
  const auto half = Attend<T, T>(batch);
  for (size_t i = 0; i < right.size(); ++i) {
    const double rounding = Distance<T>(wide[i].numbers, right[i].numbers);
    EXPECT_GT(rounding, 0);
    EXPECT_LT(Distance<T>(half[i].numbers, right[i].numbers), 2 * rounding)
        << right[i].name << (causal ? " of a causal attention" : "");
  }
}

TEST(BFloat16Attention, IsAsNearAsFloatThatIsRounded) {
  for (const bool causal : {false, true}) {
    ExpectNearAsFloat<bfloat16>(causal);
    ExpectNearAsFloat<float16>(causal);
  }
}

TEST(BFloat16Attention, IsForLargeHeadsOnProcessorsThatHaveIt) {
  const Tensor q = Empty<bfloat16>(kQueryDims), k = Empty<bfloat16>(kKeyDims);
  AttentionBatch batch = BatchOf(false);
  EXPECT_EQ(HasBFloat16Attention(batch, q, k), HasHalfGemm<bfloat16>());
  batch.heads = 32;  // of 8 columns
  EXPECT_FALSE(HasBFloat16Attention(batch, q, k));
  batch = {RowRanges(20, 5), RowRanges(2, kKeys)};
  EXPECT_FALSE(HasBFloat16Attention(batch, q, k));
}

}  // namespace
}  // namespace paddle::operators::kernels
