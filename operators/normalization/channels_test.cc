// group_norm, instance_norm, lrn and maxout.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

int64_t Inner(const Dims& x) { return x.Slice(2, x.rank()).Numel(); }

void Normalize(OpValues& v, int64_t groups) {
  const Array& x = v.In("X");
  const int64_t inner = Inner(x.dims);
  const int64_t channels = x.dims[1];
  const int64_t size = channels / groups * inner;
  Array& mean = v.Out("Mean");
  Array& variance = v.Out("Variance");
  for (int64_t i = 0; i < x.numel(); ++i) mean[i / size] += x[i] / size;
  for (int64_t i = 0; i < x.numel(); ++i) {
    variance[i / size] += std::pow(x[i] - mean[i / size], 2) / size;
  }
  Array& y = v.Out("Y");
  for (int64_t i = 0; i < x.numel(); ++i) {
    const int64_t c = i / inner % channels;
    y[i] = (x[i] - mean[i / size]) /
           std::sqrt(variance[i / size] + v.Attr<double>("epsilon"));
    if (v.HasIn("Scale")) y[i] *= v.In("Scale")[c];
    if (v.HasIn("Bias")) y[i] += v.In("Bias")[c];
  }
}

void GroupNormReference(OpValues& v) {
  Normalize(v, v.Attr<int64_t>("groups"));
}
void InstanceNormReference(OpValues& v) { Normalize(v, v.In("X").dims[1]); }

OpCase GroupNorm(const Dims& x, int64_t groups) {
  OpCase test("group_norm", x.ToString());
  test.Input("X", Random(x).In(-2, 3))
      .Attr("groups", groups)
      .Attr("epsilon", 1e-2)
      .Reference(GroupNormReference)
      .Tolerance(1e-4)
      .GradientTolerance(1e-5);
  return test;
}

OpCase InstanceNorm(const Dims& x) {
  OpCase test("instance_norm", x.ToString());
  test.Input("X", Random(x).In(-2, 3))
      .Attr("epsilon", 1e-2)
      .Reference(InstanceNormReference)
      .Tolerance(1e-4)
      .GradientTolerance(1e-5);
  return test;
}

TEST(Channels, GroupNorm) {
  const std::pair<Dims, int64_t> kCases[] = {
      {{3, 4, 2, 3}, 2}, {{2, 6, 5}, 3},  {{4, 6}, 2},    {{2, 3, 2}, 1},
      {{2, 3, 5}, 3},    {{2, 4, 70}, 2}, {{2, 2, 0}, 2}, {{1, 2, 300}, 1}};
  for (const auto& [x, groups] : kCases) {
    GroupNorm(x, groups)
        .Input("Scale", Random({x[1]}).In(0.5, 2))
        .Input("Bias", Random({x[1]}))
        .Gradient({"X", "Scale", "Bias"})
        .Check();
  }
  GroupNorm({3, 4, 5}, 2).Gradient({"X"}).Check();
}

TEST(Channels, InstanceNorm) {
  for (const Dims& x :
       {Dims{3, 2, 2, 3}, Dims{2, 3, 70}, Dims{2, 3, 2, 2, 2}}) {
    InstanceNorm(x)
        .Input("Scale", Random({x[1]}).In(0.5, 2))
        .Input("Bias", Random({x[1]}))
        .Gradient({"X", "Scale", "Bias"})
        .Check();
  }
  InstanceNorm({3, 2, 5}).Gradient({"X"}).Check();
}

TEST(Channels, OfAnyNumberOfRows) {
  for (bool instance : {false, true}) {
    (instance ? InstanceNorm({4, 6, 5}) : GroupNorm({4, 6, 5}, 2))
        .Input("Scale", Random({6}))
        .Input("Bias", Random({6}))
        .Gradient({"X", "Scale", "Bias"})
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(Channels, FloatParametersOfHalves) {
  for (DataType half : {DataType::kFloat16, DataType::kBFloat16}) {
    GroupNorm({3, 4, 5}, 2)
        .Input("Scale", Random({4}).As(DataType::kFloat32))
        .Input("Bias", Random({4}).As(DataType::kFloat32))
        .DataTypes({half})
        .Check();
  }
}

TEST(Channels, RefuseWhatDoesNotFit) {
  GroupNorm({3, 4, 5}, 3)
      .ExpectError(
          "3 groups do not divide the channels of "
          "X \\[3, 4, 5\\]");
  GroupNorm({3, 4, 5}, 0).ExpectError("groups");
  GroupNorm({3}, 1).ExpectError("needs a batch and channels, but is \\[3\\]");
  InstanceNorm({3, 4, 5})
      .Input("Scale", Random({5}))
      .ExpectError("Scale of instance_norm .* \\[4\\], but is \\[5\\]");
}

void LrnReference(OpValues& v) {
  const Array& x = v.In("X");
  const int64_t channels = x.dims[1], inner = Inner(x.dims);
  const int64_t n = v.Attr<int64_t>("n");
  Array& mid = v.Out("MidOut");
  Array& out = v.Out("Out");
  for (int64_t i = 0; i < x.numel(); ++i) {
    const int64_t c = i / inner % channels;
    double sum = 0;
    for (int64_t d = c - (n - 1) / 2; d <= c + n / 2; ++d) {
      if (d < 0 || d >= channels) continue;
      sum += std::pow(x[i + (d - c) * inner], 2);
    }
    mid[i] = v.Attr<double>("k") + v.Attr<double>("alpha") * sum;
    out[i] = x[i] * std::pow(mid[i], -v.Attr<double>("beta"));
  }
}

OpCase Lrn(const Dims& x, int64_t n) {
  OpCase test("lrn", x.ToString());
  test.Input("X", Random(x).In(-2, 3))
      .Attr("n", n)
      .Attr("alpha", 0.3)
      .Attr("k", 1.5)
      .Attr("beta", 0.6)
      .Reference(LrnReference)
      .Gradient({"X"})
      .GradientTolerance(1e-5);
  return test;
}

TEST(Channels, Lrn) {
  const std::pair<Dims, int64_t> kCases[] = {{{2, 7, 2, 3}, 5}, {{2, 7, 3}, 4},
                                             {{2, 3}, 5},       {{2, 4, 70}, 3},
                                             {{2, 3, 2}, 1},    {{2, 0, 3}, 5}};
  for (const auto& [x, n] : kCases) Lrn(x, n).Check();
  Lrn({4, 5, 6}, 3).ScaleRows({"X"}).Check();
  Lrn({4, 5, 6}, 0).ExpectError("n");
  Lrn({4, 5, 6}, 3).Attr("k", 0).ExpectError("k");
  Lrn({4}, 3).ExpectError("needs a batch and channels, but is \\[4\\]");
}

void MaxoutReference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const int64_t groups = v.Attr<int64_t>("groups");
  const int axis =
      framework::NormalizeAxis(v.Attr<int64_t>("axis"), x.dims.rank());
  const int64_t inner = x.dims.Slice(axis + 1, x.dims.rank()).Numel();
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t at = i / inner * groups * inner + i % inner;
    out[i] = x[at];
    for (int64_t g = 1; g < groups; ++g) {
      const double next = x[at + g * inner];
      out[i] = std::isnan(next) || next > out[i] ? next : out[i];
    }
  }
}

OpCase Maxout(Data x, int64_t groups, int64_t axis) {
  OpCase test("maxout");
  test.Input("X", std::move(x))
      .Attr("groups", groups)
      .Attr("axis", axis)
      .Reference(MaxoutReference);
  return test;
}

TEST(Channels, Maxout) {
  struct {
    Dims x;
    int64_t groups;
    int64_t axis;
  } const kRows[] = {{{2, 6, 2, 3}, 3, 1}, {{2, 6, 70}, 2, 1},
                     {{3, 4}, 4, -1},      {{6, 2}, 3, 0},
                     {{2, 3, 2}, 1, 1},    {{2, 0, 2}, 2, 1}};
  for (const auto& row : kRows) {
    Maxout(Random(row.x).Distinct(), row.groups, row.axis)
        .Gradient({"X"})
        .Check();
  }
  Maxout(Random({4, 6, 2}).Distinct(), 2, 1)
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Channels, MaxoutOfNaNAndErrors) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Maxout(Values({2, 2}, {nan, 1, 2, nan}), 2, 1).Check();
  Maxout(Random({2, 5}), 2, 1)
      .ExpectError("maxout takes 2 neighbours along axis 1 of X \\[2, 5\\]");
  Maxout(Random({2, 4}), 2, 2).ExpectError("axis 2");
}

}  // namespace
}  // namespace paddle::operators::testing
