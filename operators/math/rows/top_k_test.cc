#include "paddle/operators/math/rows/top_k.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

const platform::CPUDeviceContext kCpu;

// Ascending numbers put every element in front of all others.
TEST(TopK, OfAscendingNumbers) {
  const int64_t width = 300;
  Tensor x(Dims({width}), DataType::kFloat64);
  for (int64_t i = 0; i < width; ++i) x.mutable_data<double>()[i] = i;
  Tensor out(Dims({width}), DataType::kFloat64);
  Tensor indices(Dims({width}), DataType::kInt64);
  TopK<platform::CPUDeviceContext, double>(kCpu, x, &out, &indices);
  for (int64_t i = 0; i < width; ++i) {
    EXPECT_EQ(out.data<double>()[i], width - 1 - i);
    EXPECT_EQ(indices.data<int64_t>()[i], width - 1 - i);
  }
}

TEST(Accuracy, LooksAtAllOfARow) {
  Tensor indices(Dims({3, 2}), DataType::kInt64);
  const std::vector<int64_t> values = {1, 2, 3, 4, 5, 6};
  std::copy(values.begin(), values.end(), indices.mutable_data<int64_t>());
  Tensor label(Dims({3, 1}), DataType::kInt64);
  label.mutable_data<int64_t>()[0] = 2;
  label.mutable_data<int64_t>()[1] = 3;
  label.mutable_data<int64_t>()[2] = 4;
  float accuracy = 0;
  int64_t correct = 0, total = 0;
  Accuracy(kCpu, indices, label, [](size_t) -> void* { return nullptr; },
           {&accuracy, &correct, &total});
  EXPECT_EQ(correct, 2);
  EXPECT_EQ(total, 3);
  EXPECT_FLOAT_EQ(accuracy, 2.0f / 3);
}

}  // namespace
}  // namespace paddle::operators::kernels
