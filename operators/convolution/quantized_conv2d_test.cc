#include <algorithm>
#include <cmath>
#include <string>

#include "paddle/operators/convolution/conv_cases.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

// Others have no exact results: quantized_conv_test.cc compares them.
double Activated(const std::string& name, double x) {
  if (name == "relu") return std::max(x, 0.0);
  if (name == "relu6") return std::clamp(x, 0.0, 6.0);
  return x;
}

double ScaleOr1(const OpValues& v, const char* slot) {
  return v.HasIn(slot) ? v.In(slot)[0] : 1;
}

double Rounded(const OpValues& v, double x) {
  const auto type = v.Attr<std::string>("out_dtype");
  if (type == "float32") return x;
  const double low = type == "int8" ? -128 : 0;
  return std::clamp(std::nearbyint(x / v.In("OutputScale")[0]), low, low + 255);
}

void QuantizedReference(OpValues& v) {
  Array in = v.In("Input"), filter = v.In("Filter");
  Array& out = v.Out("Output");
  ForEachProductLast(
      v, in.dims, out.dims, filter.dims,
      [&](const Numbers& image, const Numbers& to, const Numbers& weight) {
        At(out, to) += At(in, image) * At(filter, weight) *
                       v.In("InputScale")[0] * v.In("FilterScale")[weight[0]];
      });
  const auto activation = v.Attr<std::string>("activation");
  const int64_t channels = out.dims[3];
  for (int64_t i = 0; i < out.numel(); ++i) {
    if (v.HasIn("Bias")) out[i] += v.In("Bias")[i % channels];
    if (v.HasIn("Residual")) {
      out[i] += v.In("Residual")[i] * ScaleOr1(v, "ResidualScale");
    }
    out[i] = Rounded(v, Activated(activation, out[i]));
  }
}

Data Float(Data data) { return data.As(DataType::kFloat32); }
Data Scale(double value) { return Float(Values({1}, {value})); }

// Powers of two, so that all numbers are exact, and halves are halves.
Data FilterScales(int64_t filters) {
  std::vector<double> scales;
  for (int64_t i = 0; i < filters; ++i) {
    scales.push_back(std::ldexp(1, -static_cast<int>(i % 3) - 4));
  }
  return Float(Values({filters}, scales));
}

OpCase Quantized(const ConvRow& row) {
  return ConvCase("quantized_conv2d", row)
      .Input("Input", Random(row.input).In(0, 12))
      .Input("InputScale", Scale(0.125))
      .Input("Filter", Random(row.filter).In(-12, 12).As(DataType::kInt8))
      .Input("FilterScale", FilterScales(row.filter[0]))
      .Reference(QuantizedReference);
}

OpCase Integers(OpCase base, const std::string& type) {
  return base.With("OutputScale", Scale(0.5)).WithAttr("out_dtype", type);
}

TEST(QuantizedConv2d, Convolves) {
  const ConvRow kRows[] = {
      {{2, 5, 5, 1}, {3, 1, 3, 3}},
      {{2, 5, 4, 3}, {4, 3, 3, 2}, {1, 1}, {1, 1}},
      {{1, 6, 7, 2}, {2, 2, 3, 3}, {2, 3}, {1, 2}},
      {{2, 7, 8, 2}, {3, 2, 3, 2}, {1, 2}, {2, 0}, {2, 3}},
      {{2, 4, 5, 4}, {6, 2, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 2},
      {{2, 5, 5, 20}, {20, 1, 3, 3}, {2, 1}, {1, 1}, {1, 2}, 20},
      {{2, 4, 4, 19}, {21, 19, 1, 1}},
      {{1, 2, 2, 1}, {1, 1, 1, 1}, {1, 1}, {3, 3}},
      {{1, 2, 2, 3}, {2, 3, 1, 1}, {50, 50}, {3, 3}},
  };
  for (const ConvRow& row : kRows) {
    const OpCase base = Quantized(row).ScaleRows({"Input"});
    base.Check();
    Integers(base, "int8").Check();
    Integers(base, "uint8").Check();
  }
}

TEST(QuantizedConv2d, AddsActivatesAndRounds) {
  const ConvRow row = {{2, 5, 4, 3}, {7, 3, 3, 3}, {1, 1}, {1, 1}};
  const Dims out{2, 5, 4, 7};
  const OpCase base = Quantized(row).Input(
      "Bias", Float(Values({7}, {0, 1, -1, .5, 9, -9, 2})));
  const OpCase kResiduals[] = {
      base.With("Residual", Random(out).As(DataType::kInt8))
          .With("ResidualScale", Scale(0.25)),
      base.With("Residual", Random(out).In(0, 20).As(DataType::kUInt8))
          .With("ResidualScale", Scale(0.25)),
      base.With("Residual",
                Float(Values(out, std::vector<double>(out.Numel(), 0.75)))),
      base};
  for (const OpCase& residual : kResiduals) {
    for (const std::string activation : {"", "relu", "relu6"}) {
      const OpCase activated = residual.WithAttr("activation", activation);
      activated.Check();
      Integers(activated, "int8").Check();
      Integers(activated, "uint8").Check();
    }
  }
}

TEST(QuantizedConv2d, RefusesWhatDoesNotFit) {
  const OpCase base = Quantized({{2, 5, 4, 3}, {7, 3, 3, 3}});
  base.With("Input", Random({5, 4, 3}))
      .ExpectError("Input of quantized_conv2d is \\[N, H, W, C\\]");
  base.With("Filter", Float(Random({7, 3, 3, 3})))
      .ExpectError("Filter of quantized_conv2d is .* of int8, not");
  base.With("FilterScale", FilterScales(6))
      .ExpectError(
          "FilterScale of quantized_conv2d is \\[7\\] of float32, not "
          "\\[6\\]");
  base.With("Bias", Float(Random({6})))
      .ExpectError("Bias of quantized_conv2d is \\[7\\]");
  base.With("OutputScale", Scale(1))
      .ExpectError(
          "has OutputScale if Output is of int8 or uint8, and only "
          "then; it is of float32");
  base.With("Residual", Random({2, 3, 2, 7}).As(DataType::kInt8))
      .ExpectError("has ResidualScale if Residual is of int8");
  base.With("Residual", Float(Random({2, 7, 3, 2})))
      .ExpectError("Residual of quantized_conv2d is \\[2, 3, 2, 7\\]");
}

TEST(QuantizedConv2d, RefusesFiltersThatCannotBePacked) {
  const OpCase pack = OpCase("pack_quantized_filter")
                          .Input("Filter", Random({8, 4, 3, 3}))
                          .Attr("image_size", {5, 6})
                          .WithoutReference("the order is the library's");
  pack.With("Filter", Float(Random({8, 4, 3, 3})))
      .ExpectError("Filter of pack_quantized_filter is of int8, not float32");
  pack.WithAttr("groups", 3).ExpectError("a multiple of the 3 groups");
}

}  // namespace
}  // namespace paddle::operators::testing
