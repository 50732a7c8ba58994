#include "paddle/operators/convolution/conv_cases.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

void NhwcReference(OpValues& v) {
  Array in = v.In("Input");
  Array filter = v.In("Filter");
  Array& out = v.Out("Output");
  ForEachProductLast(
      v, in.dims, out.dims, filter.dims,
      [&](const Numbers& image, const Numbers& to, const Numbers& weight) {
        At(out, to) += At(in, image) * At(filter, weight);
      });
}

OpCase Nhwc(const ConvRow& row) {
  return ConvCase("conv2d_nhwc", row).Reference(NhwcReference);
}

TEST(Conv2dNhwc, ConvolvesAndHasGradients) {
  const ConvRow kRows[] = {
      {{2, 5, 5, 1}, {3, 1, 3, 3}},
      {{2, 5, 4, 3}, {4, 3, 3, 2}, {1, 1}, {1, 1}},
      {{1, 6, 7, 2}, {2, 2, 3, 3}, {2, 3}, {1, 2}},
      {{2, 7, 8, 2}, {3, 2, 3, 2}, {1, 2}, {2, 0}, {2, 3}},
      {{2, 4, 5, 4}, {6, 2, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 2},
      {{2, 5, 5, 4}, {8, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 4},
      {{2, 4, 4, 19}, {21, 19, 1, 1}},
      {{1, 2, 2, 3}, {2, 3, 1, 1}, {50, 50}, {3, 3}},
  };
  for (const ConvRow& row : kRows) {
    Nhwc(row)
        .Gradient({"Input", "Filter"})
        .ScaleRows({"Input"})
        .Tolerance(2e-5)
        .GradientTolerance(1e-6)
        .Check();
  }
}

TEST(Conv2dNhwc, RefusesWhatDoesNotFit) {
  const ConvRow row = {{2, 5, 4, 3}, {7, 3, 3, 3}};
  Nhwc(row)
      .With("Input", Random({5, 4, 3}))
      .ExpectError("Input of conv2d_nhwc is \\[N, H, W, C\\]");
  Nhwc(row)
      .With("Filter", Random({7, 2, 3, 3}))
      .ExpectError("does not fit the channels");
}

}  // namespace
}  // namespace paddle::operators::testing
