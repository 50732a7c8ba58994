#include "paddle/operators/attention/attention.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/attention/attention_head.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

Tensor Filled(const Dims& dims, double value) {
  Tensor tensor;
  tensor.Allocate(dims, DataType::kFloat64,
                  &memory::AllocatorOf(platform::CPUPlace()));
  std::fill_n(tensor.mutable_data<double>(), dims.Numel(), value);
  return tensor;
}

const platform::CPUDeviceContext& Device() { return platform::CPUContext(); }

TEST(RowRanges, OfEqualAndOfOwnLengths) {
  const RowRanges equal(3, 4);
  EXPECT_EQ(equal.count(), 3);
  EXPECT_EQ(equal.begin(2), 8);
  EXPECT_EQ(equal.longest(), 4);
  const std::vector<int64_t> offsets = {0, 2, 2, 7};
  const RowRanges own{absl::MakeConstSpan(offsets)};
  EXPECT_EQ(own.count(), 3);
  EXPECT_EQ(own.length(1), 0);
  EXPECT_EQ(own.length(2), 5);
  EXPECT_EQ(own.longest(), 5);
  EXPECT_EQ(RowRanges(0, 4).longest(), 0);
}

TEST(BlockRows, FollowsFromSizesAlone) {
  EXPECT_EQ(BlockRows(10, 64), 10);
  EXPECT_EQ(BlockRows(4096, 1024), 32);
  EXPECT_EQ(BlockRows(4096, 1 << 20), 16);
  EXPECT_EQ(BlockRows(0, 0), 1);
}

AttentionBatch BatchOf(int64_t heads, double dropout) {
  AttentionBatch batch{RowRanges(4, 50), RowRanges(4, 200)};
  batch.heads = heads;
  batch.dropout = dropout;
  batch.key = {1, 2, 3};
  return batch;
}

TEST(Attention, DropoutKeepsTheMean) {
  const Tensor q = Filled({4, 50, 8}, 0), k = Filled({4, 200, 8}, 0);
  const Tensor v = Filled({4, 200, 4}, 1);
  Tensor out = Filled({4, 50, 4}, -1), lse = Filled({4, 50, 2}, -1);
  Attention<platform::CPUDeviceContext, double>(Device(), BatchOf(2, 0.25), q,
                                                k, v, &out, &lse);
  double sum = 0;
  bool differ = false;
  for (int64_t i = 0; i < out.numel(); ++i) {
    sum += out.data<double>()[i];
    differ |= out.data<double>()[i] != out.data<double>()[0];
  }
  // 80 000 weights, each kept with probability 3/4.
  EXPECT_NEAR(sum / out.numel(), 1, 0.01);
  EXPECT_TRUE(differ);
}

// With equal scores the gradient of v is the sum of its weights in out.
TEST(Attention, TheGradientDropsTheSameWeights) {
  const Tensor q = Filled({4, 50, 8}, 0), k = Filled({4, 200, 8}, 0);
  const Tensor v = Filled({4, 200, 4}, 1);
  Tensor out = Filled({4, 50, 4}, 0), lse = Filled({4, 50, 2}, 0);
  const AttentionBatch batch = BatchOf(2, 0.5);
  Attention<platform::CPUDeviceContext, double>(Device(), batch, q, k, v, &out,
                                                &lse);
  const Tensor d_out = Filled({4, 50, 4}, 1);
  Tensor dv = Filled({4, 200, 4}, -1);
  AttentionGrad<platform::CPUDeviceContext, double>(
      Device(), batch, q, k, v, out, lse, d_out,
      {nullptr, nullptr, &dv, nullptr});
  double given = 0, received = 0;
  for (int64_t i = 0; i < out.numel(); ++i) given += out.data<double>()[i];
  for (int64_t i = 0; i < dv.numel(); ++i) received += dv.data<double>()[i];
  EXPECT_NEAR(given, received, 1e-9 * given);
}

}  // namespace
}  // namespace paddle::operators::kernels
