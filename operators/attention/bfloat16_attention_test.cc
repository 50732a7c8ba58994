#include "paddle/operators/attention/bfloat16_attention.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/operators/attention/half_attention.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/testing/rounded_tensors.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using platform::bfloat16;
using platform::float16;
using testing::EmptyTensor;
using testing::MeanDistance;
using testing::NumbersIn;
using testing::RoundedTensor;
using CPU = platform::CPUDeviceContext;

const CPU& Device() { return platform::CPUContext(); }
memory::Allocator* Memory() {
  return &memory::AllocatorOf(platform::CPUPlace());
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
  const Tensor q = RoundedTensor<T, In>(kQueryDims, 1, 2);
  const Tensor k = RoundedTensor<T, In>(kKeyDims, 2, 2);
  const Tensor v = RoundedTensor<T, In>(kKeyDims, 3, 2);
  const Tensor d_out = RoundedTensor<T, In>(kQueryDims, 4, 2);
  Tensor out = EmptyTensor<T>(kQueryDims);
  Tensor lse = EmptyTensor<platform::Accumulator<T>>({2, kQueries, 4});
  AnyAttention<CPU, T>(Device(), batch, q, k, v, Memory(), &out, &lse);
  Tensor dq = EmptyTensor<T>(kQueryDims);
  Tensor dk = EmptyTensor<T>(kKeyDims), dv = EmptyTensor<T>(kKeyDims);
  AnyAttentionGrad<CPU, T>(Device(), batch, q, k, v, out, lse, d_out, Memory(),
                           {&dq, &dk, &dv, nullptr});
  return {{"out", NumbersIn<T>(out)},
          {"dq", NumbersIn<T>(dq)},
          {"dk", NumbersIn<T>(dk)},
          {"dv", NumbersIn<T>(dv)}};
}

template <typename T>
void ExpectNearAsFloat(bool causal) {
  const AttentionBatch batch = BatchOf(causal);
  const auto right = Attend<double, T>(batch);
  const auto wide = Attend<float, T>(batch);
  const auto half = Attend<T, T>(batch);
  for (size_t i = 0; i < right.size(); ++i) {
    const double rounding = MeanDistance<T>(wide[i].numbers, right[i].numbers);
    EXPECT_GT(rounding, 0);
    EXPECT_LT(MeanDistance<T>(half[i].numbers, right[i].numbers), 2 * rounding)
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
  const Tensor q = EmptyTensor<bfloat16>(kQueryDims),
               k = EmptyTensor<bfloat16>(kKeyDims);
  AttentionBatch batch = BatchOf(false);
  EXPECT_EQ(HasBFloat16Attention(batch, q, k), HasHalfGemm<bfloat16>());
  batch.heads = 32;  // of 8 columns
  EXPECT_FALSE(HasBFloat16Attention(batch, q, k));
  batch = {RowRanges(20, 5), RowRanges(2, kKeys)};
  EXPECT_FALSE(HasBFloat16Attention(batch, q, k));
}

}  // namespace
}  // namespace paddle::operators::kernels
