#include <algorithm>
#include <cmath>
#include <string>

#include "paddle/operators/testing/activation_reference.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;

void FcReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& w = v.In("W");
  Array& out = v.Out("Out");
  const bool transposed = v.Attr<bool>("transpose_W");
  const int64_t k = w.dims[transposed ? 1 : 0];
  const int64_t n = w.dims[transposed ? 0 : 1];
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t row = i / n, column = i % n;
    double sum = 0;
    for (int64_t p = 0; p < k; ++p) {
      sum += x[row * k + p] * w[transposed ? column * k + p : p * n + column];
    }
    if (v.HasIn("Bias")) sum += v.In("Bias")[column];
    if (v.HasIn("Residual")) sum += v.In("Residual")[i];
    out[i] = Activated(v.Attr<std::string>("activation"), sum);
  }
}

OpCase Fc(const Dims& x, const Dims& w) {
  return OpCase("fused_fc", x.ToString() + w.ToString())
      .Input("X", Random(x))
      .Input("W", Random(w))
      .Reference(FcReference);
}

TEST(FusedFc, Multiplies) {
  Fc({4, 3}, {3, 2}).ScaleRows({"X"}).Check();
  Fc({1, 1}, {1, 1}).ScaleRows({"X"}).Check();
  Fc({3, 0}, {0, 2}).ScaleRows({"X"}).Check();
  Fc({2, 3}, {3, 0}).ScaleRows({"X"}).Check();
  Fc({70, 33}, {33, 65}).ScaleRows({"X"}).Check();
  Fc({5, 6}, {9, 6}).Attr("transpose_W", true).ScaleRows({"X"}).Check();
  Fc({2, 3, 2, 2}, {4, 5}).Attr("x_num_col_dims", 2).Check();
}

TEST(FusedFc, AddsAndActivates) {
  for (const std::string activation : {"", "relu", "relu6", "sigmoid", "tanh",
                                       "swish", "hard_swish", "gelu"}) {
    Fc({5, 6}, {6, 11})
        .Input("Bias", Random({11}))
        .Input("Residual", Random({5, 11}))
        .Attr("activation", activation)
        .ScaleRows({"X", "Residual"})
        .Check();
    Fc({5, 6}, {6, 300})
        .Input("Bias", Random({300}))
        .Attr("activation", activation)
        .ScaleRows({"X"})
        .Check();
  }
  Fc({5, 6}, {6, 7}).Input("Residual", Random({5, 7})).Check();
}

TEST(FusedFc, RefusesWhatDoesNotFit) {
  const OpCase fc = Fc({5, 6}, {6, 7});
  fc.WithAttr("x_num_col_dims", 2)
      .ExpectError("cannot split X \\[5, 6\\] after axis 2");
  fc.With("W", Random({6, 7, 1}))
      .ExpectError("W of fused_fc is \\[K, N\\] of X's data type, not");
  fc.With("W", Random({5, 7})).ExpectError("6 wide, by W \\[5, 7\\], 5 high");
  fc.With("Bias", Random({6}))
      .ExpectError("Bias of fused_fc is \\[7\\].*not \\[6\\]");
  fc.With("Residual", Random({7, 5}))
      .ExpectError("Residual of fused_fc is \\[5, 7\\].*not \\[7, 5\\]");
  fc.WithAttr("activation", std::string("softmax")).ExpectError("activation");
}

// The elements, which GPUs have no use for, are compared where they are read
// (fused_fc_kernel_test.cc).
TEST(FusedFc, RefusesWeightsThatCannotBePacked) {
  const OpCase pack = OpCase("pack_fc_weight")
                          .Input("W", Random({8, 4}))
                          .WithoutReference("the order is the library's");
  pack.With("W", Random({8, 4, 3})).ExpectError("W of pack_fc_weight");
  pack.With("W", Random({0, 4})).ExpectError("not 0, not \\[0, 4\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
