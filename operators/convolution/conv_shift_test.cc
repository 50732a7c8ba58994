#include <string>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

void ShiftReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& y = v.In("Y");
  Array& out = v.Out("Out");
  const int64_t m = x.dims[1], n = y.dims[1];
  for (int64_t b = 0; b < x.dims[0]; ++b) {
    for (int64_t j = 0; j < m; ++j) {
      for (int64_t k = 0; k < n; ++k) {
        out(b, j) += x(b, (j + k - n / 2 + m) % m) * y(b, k);
      }
    }
  }
}

TEST(ConvShift, EveryWidth) {
  for (const auto& [m, n] :
       {std::pair<int64_t, int64_t>{5, 3}, {5, 5}, {1, 1}, {70, 7}, {300, 1}}) {
    OpCase("conv_shift", std::to_string(m) + " " + std::to_string(n))
        .Input("X", Random({3, m}))
        .Input("Y", Random({3, n}))
        .Reference(ShiftReference)
        .Gradient({"X", "Y"})
        .ScaleRows({"X", "Y"})
        .Check();
  }
}

TEST(ConvShift, RefusesWhatDoesNotFit) {
  const auto shift = [](const framework::Dims& x, const framework::Dims& y) {
    return OpCase("conv_shift").Input("X", Random(x)).Input("Y", Random(y));
  };
  shift({2, 5}, {3, 3})
      .ExpectError("X .2, 5. and Y .3, 3. of conv_shift are matrices of as");
  shift({2, 5}, {2, 4}).ExpectError("Y .2, 4. of conv_shift has an odd number");
  shift({2, 5}, {2, 7}).ExpectError("Y .2, 7. of conv_shift is wider than X");
}

}  // namespace
}  // namespace paddle::operators::testing
