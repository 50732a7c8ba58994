#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The index of the scale of element i.
int64_t ScaleOf(const OpValues& v, int64_t i) {
  const auto& dims = v.In("X").dims;
  const int64_t scales = v.In("Scale").numel();
  if (scales == 1) return 0;
  const int64_t axis = v.Attr<int64_t>("axis");
  const int from = static_cast<int>(axis < 0 ? axis + dims.rank() : axis);
  return i / dims.Slice(from + 1, dims.rank()).Numel() % scales;
}

double ZeroOf(const OpValues& v, int64_t scale) {
  return v.HasIn("ZeroPoint") ? v.In("ZeroPoint")[scale] : 0;
}

void QuantizeReference(OpValues& v) {
  const bool is_signed = v.Attr<std::string>("out_dtype") == "int8";
  const double low = is_signed ? -128 : 0, high = is_signed ? 127 : 255;
  Array& out = v.Out("Out");
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t s = ScaleOf(v, i);
    const double steps = std::nearbyint(v.In("X")[i] / v.In("Scale")[s]);
    out[i] = std::clamp(steps + ZeroOf(v, s), low, high);
  }
}

void DequantizeReference(OpValues& v) {
  Array& out = v.Out("Out");
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t s = ScaleOf(v, i);
    out[i] = (v.In("X")[i] - ZeroOf(v, s)) * v.In("Scale")[s];
  }
}

// Steps are powers of two, so that each type rounds the same quotients.
TEST(QuantizeLinear, RoundsAndSaturates) {
  const OpCase base = OpCase("quantize_linear")
                          .Input("X", Random({4, 3, 5}).In(-20, 20))
                          .Input("Scale", Values({1}, {0.125}))
                          .Reference(QuantizeReference)
                          .ScaleRows({"X"})
                          .SweepAttrs({"out_dtype"});
  base.Check();
  base.With("Scale", Values({}, {0.125})).Check();
  base.With("Scale", Values({3}, {0.125, 4, 0.5})).Check();
  base.With("Scale", Values({5}, {0.125, 4, 0.5, 1, 2}))
      .WithAttr("axis", -1)
      .Check();
}

TEST(QuantizeLinear, AddsTheZeroPoint) {
  OpCase("quantize_linear")
      .Input("X", Random({70, 3}).In(-20, 20))
      .Input("Scale", Values({3}, {0.125, 4, 0.5}))
      .Input("ZeroPoint", Values({3}, {3, 128, 255}).As(DataType::kUInt8))
      .Attr("out_dtype", "uint8")
      .Reference(QuantizeReference)
      .Check();
  OpCase("quantize_linear", "int8")
      .Input("X", Random({70}).In(-20, 20))
      .Input("Scale", Values({1}, {0.25}))
      .Input("ZeroPoint", Values({1}, {-128}).As(DataType::kInt8))
      .Reference(QuantizeReference)
      .Check();
}

TEST(QuantizeLinear, HalvesGoToEvenAndNaNToZero) {
  const OpCase base =
      OpCase("quantize_linear")
          .Input("X", Values({8}, {0.5, 1.5, 2.5, -0.5, -1.5, kNaN, kInfinity,
                                   -kInfinity}))
          .Input("Scale", Values({1}, {1}));
  OpCase(base).Expect("Out", {8}, {0, 2, 2, 0, -2, 0, 127, -128}).Check();
  base.With("ZeroPoint", Values({1}, {100}).As(DataType::kUInt8))
      .WithAttr("out_dtype", "uint8")
      .Expect("Out", {8}, {100, 102, 102, 100, 98, 100, 255, 0})
      .Check();
}

TEST(DequantizeLinear, GivesStepsBack) {
  const OpCase base =
      OpCase("dequantize_linear")
          .Input("X", Random({4, 3, 5}).In(0, 12))
          .Input("Scale", Values({1}, {0.125}).As(DataType::kFloat32))
          .Reference(DequantizeReference)
          .ScaleRows({"X"});
  base.Check();
  base.With("Scale", Values({3}, {0.125, 4, 0.5}).As(DataType::kFloat64))
      .Check();
  base.With("Scale", Values({4}, {0.125, 4, 0.5, 8}).As(DataType::kFloat32))
      .With("X", Random({2, 4}).In(0, 12))
      .With("ZeroPoint", Values({4}, {1, 0, 100, 127}))
      .Check();
}

TEST(Quantization, RefusesScalesThatDoNotFit) {
  const OpCase quantize = OpCase("quantize_linear")
                              .Input("X", Random({4, 3}))
                              .Input("Scale", Values({1}, {1}));
  quantize.With("Scale", Random({4}))
      .ExpectError(
          "one for each index of axis 1 of X \\[4, 3\\], and is not \\[4\\]");
  quantize.With("Scale", Random({3, 1})).ExpectError("is not \\[3, 1\\]");
  quantize.With("Scale", Random({3})).WithAttr("axis", 2).ExpectError("axis 2");
  quantize.With("Scale", Values({1}, {1}).As(DataType::kInt32))
      .ExpectError("Scale is of float(32|64), not int32");
  quantize.With("ZeroPoint", Values({1}, {1}).As(DataType::kUInt8))
      .ExpectError(
          "ZeroPoint is \\[1\\] like Scale, of int8, not \\[1\\] of "
          "uint8");
  OpCase("dequantize_linear")
      .Input("X", Random({4, 3}))
      .Input("Scale", Values({1}, {1}).As(DataType::kInt32))
      .ExpectError("Scale is of float32 or float64, not int32");
}

}  // namespace
}  // namespace paddle::operators::testing
