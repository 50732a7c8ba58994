#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;

void Bilinear(OpValues& v) {
  const Array& x = v.In("X");
  const Array& y = v.In("Y");
  const Array& weight = v.In("Weight");
  Array out({x.dims[0], weight.dims[0]});
  for (int64_t i = 0; i < out.dims[0]; ++i) {
    for (int64_t s = 0; s < out.dims[1]; ++s) {
      double sum = v.HasIn("Bias") ? v.In("Bias")[s] : 0;
      for (int64_t j = 0; j < x.dims[1]; ++j) {
        for (int64_t k = 0; k < y.dims[1]; ++k) {
          sum += x(i, j) * weight(s, j, k) * y(i, k);
        }
      }
      out(i, s) = sum;
    }
  }
  out.lod = x.lod;
  v.Out("Out") = out;
}

OpCase Case(const Dims& weight) {
  return OpCase("bilinear_tensor_product", weight.ToString())
      .Input("X", Random({4, weight[1]}))
      .Input("Y", Random({4, weight[2]}))
      .Input("Weight", Random(weight))
      .Reference(Bilinear)
      .GradientTolerance(1e-5);
}

TEST(BilinearTensorProduct, IsABilinearForm) {
  for (const Dims& weight :
       {Dims{3, 2, 5}, Dims{1, 1, 1}, Dims{2, 9, 70}, Dims{0, 2, 3}}) {
    Case(weight).Gradient({"X", "Y", "Weight"}).ScaleRows({"X", "Y"}).Check();
  }
  Case({2, 0, 3}).Gradient({"X", "Y", "Weight"}).Check();
}

TEST(BilinearTensorProduct, WithBias) {
  for (const Dims& bias : {Dims{3}, Dims{1, 3}}) {
    Case({3, 2, 5})
        .Input("Bias", Random(bias))
        .Gradient({"X", "Y", "Weight", "Bias"})
        .ScaleRows({"X", "Y"})
        .Check();
  }
}

// More rows than are computed at a time.
TEST(BilinearTensorProduct, RowsInPieces) {
  OpCase("bilinear_tensor_product", "pieces")
      .Input("X", Random({9, 300}))
      .Input("Y", Random({9, 310}))
      .Input("Weight", Random({2, 300, 310}).In(-0.1, 0.1))
      .Input("Bias", Random({2}))
      .Reference(Bilinear)
      .Tolerance(1e-4)
      .Check();
}

TEST(BilinearTensorProduct, ChecksShapes) {
  Case({3, 2, 5})
      .Input("Bias", Random({2}))
      .ExpectError("Bias \\[2\\] of bilinear_tensor_product does not fit");
  const OpCase base = OpCase("bilinear_tensor_product")
                          .Input("X", Random({4, 2}))
                          .Input("Y", Random({3, 5}))
                          .Input("Weight", Random({3, 2, 5}));
  base.ExpectError("X \\[4, 2\\] and Y \\[3, 5\\] .* as many rows");
  base.With("Y", Random({4, 5}))
      .With("Weight", Random({3, 5, 2}))
      .ExpectError("Weight \\[3, 5, 2\\] .* does not fit X \\[4, 2\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
