#include "paddle/operators/matrix/bilinear.h"

#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

// Small whole numbers, so that sums are exact in any order.
Tensor Numbers(const Dims& dims, int64_t step) {
  Tensor tensor(dims, DataType::kFloat64);
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    tensor.mutable_data<double>()[i] = static_cast<double>(i * step % 7 - 3);
  }
  return tensor;
}

// The gradient of the weights adds up over the pieces in which rows are
// computed; each piece of 16 rows here.
TEST(Bilinear, WeightGradientOfRowsInPieces) {
  constexpr int64_t kRows = 40;
  constexpr int64_t kWidth = 128;
  const Tensor x = Numbers({kRows, kWidth}, 3);
  const Tensor y = Numbers({kRows, kWidth}, 5);
  const Tensor weight = Numbers({2, kWidth, kWidth}, 2);
  const Tensor d_out = Numbers({kRows, 2}, 4);
  Tensor d_weight({2, kWidth, kWidth}, DataType::kFloat64);
  std::vector<double> scratch;
  BilinearGrad<platform::CPUDeviceContext, double>(
      platform::CPUContext(), x, y, weight, d_out,
      [&](size_t bytes) -> void* {
        scratch.resize(bytes / sizeof(double));
        return scratch.data();
      },
      {nullptr, nullptr, &d_weight, nullptr});
  for (int64_t i = 0; i < d_weight.numel(); ++i) {
    const int64_t s = i / (kWidth * kWidth);
    double expected = 0;
    for (int64_t row = 0; row < kRows; ++row) {
      expected += d_out.data<double>()[row * 2 + s] *
                  x.data<double>()[row * kWidth + i / kWidth % kWidth] *
                  y.data<double>()[row * kWidth + i % kWidth];
    }
    ASSERT_EQ(d_weight.data<double>()[i], expected) << i;
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
