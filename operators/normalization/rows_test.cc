// layer_norm, rms_norm and fused_layer_norm.
#include <cmath>
#include <cstdint>
#include <string>

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

int64_t RowSize(const Dims& x, int64_t axis) {
  return x.Slice(framework::NormalizeAxis(axis, x.rank()), x.rank()).Numel();
}

// Normalizes the rows of x.
void NormalizeReference(const Array& x, OpValues& v) {
  const int64_t size = RowSize(x.dims, v.Attr<int64_t>("begin_norm_axis"));
  Array& mean = v.Out("Mean");
  Array& variance = v.Out("Variance");
  for (int64_t i = 0; i < x.numel(); ++i) mean[i / size] += x[i] / size;
  for (int64_t i = 0; i < x.numel(); ++i) {
    variance[i / size] += std::pow(x[i] - mean[i / size], 2) / size;
  }
  Array& y = v.Out("Y");
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double inverse =
        1 / std::sqrt(variance[i / size] + v.Attr<double>("epsilon"));
    y[i] = (x[i] - mean[i / size]) * inverse;
    if (v.HasIn("Scale")) y[i] *= v.In("Scale")[i % size];
    if (v.HasIn("Bias")) y[i] += v.In("Bias")[i % size];
  }
}

void LayerNormReference(OpValues& v) { NormalizeReference(v.In("X"), v); }

void RmsNormReference(OpValues& v) {
  const Array& x = v.In("X");
  const int64_t size = RowSize(x.dims, v.Attr<int64_t>("begin_norm_axis"));
  Array& inverse = v.Out("InvRms");
  for (int64_t i = 0; i < x.numel(); ++i) {
    inverse[i / size] += x[i] * x[i] / size;
  }
  inverse = inverse.Map([&](double mean) {
    return 1 / std::sqrt(mean + v.Attr<double>("epsilon"));
  });
  Array& y = v.Out("Y");
  for (int64_t i = 0; i < x.numel(); ++i) {
    y[i] = x[i] * inverse[i / size];
    if (v.HasIn("Scale")) y[i] *= v.In("Scale")[i % size];
  }
}

// Adds a residual before; nothing or everything is dropped.
void FusedReference(OpValues& v) {
  const double kept =
      v.Attr<bool>("is_test") ? 1 : 1 - v.Attr<double>("dropout_prob");
  Array sum = v.In("Residual");
  for (int64_t i = 0; i < sum.numel(); ++i) sum[i] += kept * v.In("X")[i];
  NormalizeReference(sum, v);
  v.Out("Mask") = Array(sum.dims, kept);
  v.Out("Sum") = sum;
}

OpCase Case(const std::string& op, const Dims& x, int64_t axis) {
  OpCase test(op, x.ToString() + " " + std::to_string(axis));
  test.Input("X", Random(x).In(-2, 3))
      .Attr("begin_norm_axis", axis)
      .Attr("epsilon", 1e-3)
      .Reference(op == "rms_norm" ? RmsNormReference : LayerNormReference)
      .Tolerance(1e-4)
      .GradientTolerance(1e-5);
  return test;
}

struct Shape {
  Dims x;
  int64_t axis;
};
const Shape kShapes[] = {
    {{4, 3}, 1},     {{3, 2, 5}, 1}, {{3, 2, 5}, -1}, {{2, 3, 2, 2}, 2},
    {{6}, 0},        {{2, 3}, 0},    {{3, 1}, 1},     {{2, 300}, 1},
    {{2, 2, 70}, 2}, {{2, 0}, 1},
};

TEST(Rows, LayerNorm) {
  for (const auto& [x, axis] : kShapes) {
    const int64_t size = RowSize(x, axis);
    Case("layer_norm", x, axis)
        .Input("Scale", Random({size}).In(0.5, 2))
        .Input("Bias", Random({size}))
        .Gradient({"X", "Scale", "Bias"})
        .Check();
  }
}

TEST(Rows, LayerNormWithoutParameters) {
  Case("layer_norm", {4, 6}, 1).Gradient({"X"}).Check();
  Case("layer_norm", {4, 6}, 1)
      .Input("Scale", Random({6}))
      .Gradient({"X", "Scale"})
      .Check();
  Case("layer_norm", {4, 6}, 1)
      .Input("Bias", Random({6}))
      .Gradient({"X", "Bias"})
      .Check();
}

OpCase Fused(const Dims& x, int64_t axis) {
  return Case("fused_layer_norm", x, axis)
      .Input("Residual", Random(x).In(-2, 3))
      .Reference(FusedReference);
}

TEST(Rows, FusedLayerNorm) {
  for (const auto& [x, axis] : kShapes) {
    const int64_t size = RowSize(x, axis);
    Fused(x, axis)
        .Input("Scale", Random({size}).In(0.5, 2))
        .Input("Bias", Random({size}))
        .Check();
  }
  Fused({4, 6}, 1).ScaleRows({"X", "Residual"}).Check();
  Fused({4, 6}, 1).Attr("dropout_prob", 1.0).Check();
  Fused({4, 6}, 1).Attr("dropout_prob", 0.5).Attr("is_test", true).Check();
  OpCase("fused_layer_norm", "random")
      .Input("X", Random({4, 30}))
      .Input("Residual", Random({4, 30}))
      .Attr("dropout_prob", 0.5)
      .WithoutReference("random; see fused_layer_norm_test")
      .Check();
}

// Only Y, which then has the sum in between.
TEST(Rows, FusedLayerNormAlone) {
  Fused({4, 600}, 1)
      .Output("Sum", 0)
      .Output("Mask", 0)
      .Reference([](OpValues& v) {
        Array sum = v.In("Residual");
        for (int64_t i = 0; i < sum.numel(); ++i) sum[i] += v.In("X")[i];
        NormalizeReference(sum, v);
      })
      .Check();
}

TEST(Rows, RmsNorm) {
  for (const auto& [x, axis] : kShapes) {
    Case("rms_norm", x, axis)
        .Input("Scale", Random({RowSize(x, axis)}).In(0.5, 2))
        .Gradient({"X", "Scale"})
        .Check();
  }
  Case("rms_norm", {4, 6}, -1).Gradient({"X"}).Check();
}

TEST(Rows, OfAnyNumberOfRows) {
  Case("layer_norm", {4, 7}, 1)
      .Input("Scale", Random({7}))
      .Input("Bias", Random({7}))
      .Gradient({"X", "Scale", "Bias"})
      .ScaleRows({"X"})
      .Check();
  Case("rms_norm", {4, 7}, 1)
      .Input("Scale", Random({7}))
      .Gradient({"X", "Scale"})
      .ScaleRows({"X"})
      .Check();
}

// Far from 0 the variance must not be a difference of large numbers.
TEST(Rows, FarFromZero) {
  OpCase("layer_norm", "far")
      .Input("X", Values({1, 4}, {4096, 4097, 4098, 4099}))
      .Reference(LayerNormReference)
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Tolerance(1e-4)
      .Check();
}

// Parameters and statistics of 16-bit numbers may be floats.
TEST(Rows, FloatParametersOfHalves) {
  for (DataType half : {DataType::kFloat16, DataType::kBFloat16}) {
    Case("layer_norm", {4, 9}, 1)
        .Input("Scale", Random({9}).As(DataType::kFloat32))
        .Input("Bias", Random({9}).As(DataType::kFloat32))
        .DataTypes({half})
        .Check();
    Case("rms_norm", {4, 9}, 1)
        .Input("Scale", Random({9}).As(DataType::kFloat32))
        .DataTypes({half})
        .Check();
  }
}

TEST(Rows, RefuseWhatDoesNotFit) {
  Case("layer_norm", {4, 6}, 1)
      .Input("Scale", Random({5}))
      .ExpectError(
          "Scale of layer_norm .* X \\[4, 6\\], \\[6\\], but is "
          "\\[5\\]");
  Case("layer_norm", {4, 6}, 1)
      .Input("Bias", Random({6}).As(DataType::kFloat32))
      .ExpectError("Bias of layer_norm is float32, but X is float64");
  Case("layer_norm", {4, 6}, 2).ExpectError("axis 2");
  Case("rms_norm", {4, 6}, -3).ExpectError("axis -3");
  Case("rms_norm", {4, 6}, 1)
      .Input("Scale", Random({6, 1}))
      .ExpectError("Scale of rms_norm .* but is \\[6, 1\\]");
  Case("rms_norm", {4, 6}, 1).Attr("epsilon", 0.0).ExpectError("epsilon");
  const OpCase fused = Fused({4, 6}, 1);
  fused.With("Residual", Random({1, 6}))
      .ExpectError(
          "Residual of fused_layer_norm is \\[4, 6\\] .* not \\[1, 6\\]");
  fused.With("Residual", Random({4, 6}).As(DataType::kFloat32))
      .ExpectError("of X's data type");
  fused.WithAttr("dropout_prob", 1.5).ExpectError("dropout_prob");
}

}  // namespace
}  // namespace paddle::operators::testing
