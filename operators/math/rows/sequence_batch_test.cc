#include "paddle/operators/math/rows/sequence_batch.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

const platform::CPUDeviceContext kCpu;

std::vector<int64_t> OffsetsOf(const std::vector<int64_t>& lengths) {
  std::vector<int64_t> offsets = {0};
  for (int64_t length : lengths) offsets.push_back(offsets.back() + length);
  return offsets;
}

std::vector<int64_t> AliveIn(const SequenceBatch& batch) {
  std::vector<int64_t> alive;
  for (int64_t t = 0; t < batch.steps(); ++t) alive.push_back(batch.alive(t));
  return alive;
}

// Row numbers, step by step.
std::vector<int64_t> RowsIn(const SequenceBatch& batch) {
  std::vector<int64_t> rows;
  for (int64_t t = 0; t < batch.steps(); ++t) {
    for (int64_t i = 0; i < batch.alive(t); ++i)
      rows.push_back(batch.row(t, i));
  }
  return rows;
}

template <typename T>
Tensor Make(const Dims& dims, const std::vector<T>& values) {
  Tensor x(dims, framework::DataTypeOf<T>());
  std::copy(values.begin(), values.end(), x.mutable_data<T>());
  return x;
}

template <typename T>
std::vector<T> ValuesOf(const Tensor& x) {
  return std::vector<T>(x.data<T>(), x.data<T>() + x.numel());
}

TEST(SequenceBatch, RanksByLengthAndKeepsTheOrderOfEqualOnes) {
  const auto offsets = OffsetsOf({2, 0, 3, 2, 1, 3, 0});
  const SequenceBatch batch(offsets);
  EXPECT_EQ(batch.sequences(), 7);
  EXPECT_THAT(batch.order(), ElementsAre(2, 5, 0, 3, 4, 1, 6));
  EXPECT_THAT(AliveIn(batch), ElementsAre(5, 4, 2));
  EXPECT_THAT(RowsIn(batch), ElementsAre(2, 8, 0, 5, 7, 3, 9, 1, 6, 4, 10));
}

TEST(SequenceBatch, InReverseBeginsWithTheLastRows) {
  const auto offsets = OffsetsOf({2, 0, 3});
  const SequenceBatch batch(offsets, /*reverse=*/true);
  EXPECT_THAT(batch.order(), ElementsAre(2, 0, 1));
  EXPECT_THAT(RowsIn(batch), ElementsAre(4, 1, 3, 0, 2));
}

TEST(SequenceBatch, OfNothing) {
  EXPECT_EQ(SequenceBatch(OffsetsOf({})).sequences(), 0);
  EXPECT_EQ(SequenceBatch(OffsetsOf({})).steps(), 0);
  const SequenceBatch empty(OffsetsOf({0, 0}));
  EXPECT_EQ(empty.steps(), 0);
  EXPECT_THAT(empty.order(), ElementsAre(0, 1));
}

// Against sorting, with more sequences and steps than fit without the heap.
TEST(SequenceBatch, AgreesWithSorting) {
  std::vector<int64_t> lengths;
  for (int64_t i = 0; i < 500; ++i) lengths.push_back(i * 7919 % 601 % 300);
  const auto offsets = OffsetsOf(lengths);
  const SequenceBatch batch(offsets);
  std::vector<int64_t> order(lengths.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return lengths[a] > lengths[b];
  });
  EXPECT_THAT(batch.order(), ElementsAreArray(order));
  ASSERT_EQ(batch.steps(), lengths[order[0]]);
  for (int64_t t = 0; t < batch.steps(); ++t) {
    ASSERT_EQ(batch.alive(t),
              std::count_if(lengths.begin(), lengths.end(),
                            [t](int64_t length) { return length > t; }));
    for (int64_t i = 0; i < batch.alive(t); ++i) {
      ASSERT_EQ(batch.row(t, i), offsets[order[i]] + t);
    }
  }
}

TEST(SequenceBatch, GathersAndScattersTheRowsOfAStep) {
  const SequenceBatch batch(OffsetsOf({1, 3}));
  const Tensor x = Make<double>({4, 2}, {0, 1, 10, 11, 20, 21, 30, 31});
  Tensor step = Make<double>({2, 2}, {-1, -1, -1, -1});
  GatherStep(kCpu, batch, 0, x, &step);
  EXPECT_THAT(ValuesOf<double>(step), ElementsAre(10, 11, 0, 1));
  GatherStep(kCpu, batch, 2, x, &step);  // one sequence is left
  EXPECT_THAT(ValuesOf<double>(step), ElementsAre(30, 31, 0, 1));

  Tensor out = Make<double>({4, 2}, {1, 1, 1, 1, 1, 1, 1, 1});
  ScatterStep(kCpu, batch, 0, step, &out);
  EXPECT_THAT(ValuesOf<double>(out), ElementsAre(0, 1, 30, 31, 1, 1, 1, 1));
  ScatterAddStep<platform::CPUDeviceContext, double>(kCpu, batch, 1, step,
                                                     &out);
  EXPECT_THAT(ValuesOf<double>(out), ElementsAre(0, 1, 30, 31, 31, 32, 1, 1));
}

template <typename T>
class RowsOfType : public ::testing::Test {};
using Types = ::testing::Types<float, double, int32_t, int64_t, bool>;
TYPED_TEST_SUITE(RowsOfType, Types);

TYPED_TEST(RowsOfType, MoveBothWays) {
  using T = TypeParam;
  // Wide enough for more than one piece.
  const int64_t count = 64, width = 1024;
  std::vector<T> values(count * width);
  for (size_t i = 0; i < values.size(); ++i) values[i] = i * 31 % 127 % 2;
  const Tensor x = Make<T>({count, width}, values);
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < count; ++i) rows.push_back(i * 11 % count);
  Tensor moved({count, width}, x.dtype());
  GatherRows(kCpu, x, rows, &moved);
  for (int64_t i = 0; i < count; ++i) {
    const T* row = moved.data<T>() + i * width;
    ASSERT_TRUE(std::equal(row, row + width, x.data<T>() + rows[i] * width));
  }
  Tensor back({count, width}, x.dtype());
  ScatterRows(kCpu, moved, rows, &back);
  EXPECT_TRUE(ValuesOf<T>(back) == values);
}

template <typename T>
class SumsOfType : public ::testing::Test {};
using NumberTypes = ::testing::Types<float, double, int32_t, int64_t>;
TYPED_TEST_SUITE(SumsOfType, NumberTypes);

TYPED_TEST(SumsOfType, AddUp) {
  using T = TypeParam;
  const Tensor x = Make<T>({2, 3}, {1, 2, 3, 4, 5, 6});
  Tensor sum = Make<T>({3, 3}, {10, 10, 10, 20, 20, 20, 30, 30, 30});
  ScatterAddRows<platform::CPUDeviceContext, T>(kCpu, x, {2, 0}, &sum);
  EXPECT_THAT(ValuesOf<T>(sum),
              ElementsAre(14, 15, 16, 20, 20, 20, 31, 32, 33));
}

TEST(Rows, WithoutElements) {
  const SequenceBatch batch(OffsetsOf({2}));
  const Tensor x(Dims({2, 0}), DataType::kFloat32);
  Tensor step(Dims({1, 0}), DataType::kFloat32);
  GatherStep(kCpu, batch, 1, x, &step);
  Tensor none(Dims({0, 4}), DataType::kFloat32);
  GatherRows(kCpu, Tensor(Dims({3, 4}), DataType::kFloat32), {}, &none);
  EXPECT_EQ(none.numel(), 0);
}

}  // namespace
}  // namespace paddle::operators::kernels
