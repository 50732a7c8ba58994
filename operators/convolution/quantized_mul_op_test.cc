#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

Data Float(Data data) { return data.As(DataType::kFloat32); }
Data Scale(double value) { return Float(Values({1}, {value})); }

void MulReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& y = v.In("Y");
  Array& out = v.Out("Out");
  const int64_t columns = y.dims[0], inner = y.dims[1];
  const bool rounds = v.HasIn("OutScale");
  const double low = v.Attr<std::string>("out_dtype") == "int8" ? -128 : 0;
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t row = i / columns, column = i % columns;
    double sum = 0;
    for (int64_t k = 0; k < inner; ++k) {
      sum += x[row * inner + k] * y[column * inner + k];
    }
    sum *= v.In("XScale")[0] * v.In("YScale")[column];
    if (v.HasIn("Bias")) sum += v.In("Bias")[column];
    if (v.Attr<std::string>("activation") == "relu") sum = std::max(sum, 0.0);
    out[i] = rounds ? std::clamp(std::nearbyint(sum / v.In("OutScale")[0]), low,
                                 low + 255)
                    : sum;
  }
}

// Steps are powers of two, so that all numbers are exact.
OpCase Mul() {
  return OpCase("quantized_mul")
      .Input("X", Random({5, 9}).In(0, 12))
      .Input("XScale", Scale(0.125))
      .Input("Y", Random({4, 9, 1, 1}).In(-12, 12).As(DataType::kInt8))
      .Input("YScale", Float(Values({4}, {0.25, 0.5, 0.125, 1})))
      .Reference(MulReference);
}

TEST(QuantizedMul, Multiplies) {
  const OpCase kCases[] = {
      Mul(),
      Mul().With("Bias", Float(Values({4}, {0, 1, -9, 0.5}))),
      Mul().WithAttr("activation", "relu"),
      // More rows than are taken at a time.
      Mul().With("X", Random({150, 9}).In(0, 12)),
      Mul()
          .With("X", Random({2, 3, 9}).In(0, 12))
          .WithAttr("x_num_col_dims", 2),
      Mul().With("X", Random({7, 3, 3}).In(0, 12)),
  };
  for (const OpCase& each : kCases) {
    OpCase(each).ScaleRows({"X"}).Check();
    for (const std::string type : {"int8", "uint8"}) {
      each.With("OutScale", Scale(0.5)).WithAttr("out_dtype", type).Check();
    }
  }
}

TEST(QuantizedMul, RefusesWhatDoesNotFit) {
  Mul().With("X", Random({9})).ExpectError("quantized_mul cannot split X");
  Mul()
      .With("Y", Random({4, 8, 1, 1}).As(DataType::kInt8))
      .ExpectError("Y of quantized_mul is \\[N, 9, 1, 1\\], not");
  Mul()
      .With("Y", Float(Random({4, 9, 1, 1})))
      .ExpectError("Y of quantized_mul is .* of int8, not");
  Mul()
      .With("YScale", Scale(1))
      .ExpectError("YScale of quantized_mul is \\[4\\]");
  Mul().With("OutScale", Scale(1)).ExpectError("has OutScale if Out is");
}

}  // namespace
}  // namespace paddle::operators::testing
