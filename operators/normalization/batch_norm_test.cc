#include <cmath>
#include <string>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;

// Maps an element to its channel.
struct Channels {
  Channels(const Dims& dims, const std::string& layout) {
    const int axis = layout == "NHWC" ? dims.rank() - 1 : 1;
    count = dims[axis];
    for (int i = axis + 1; i < dims.rank(); ++i) inner *= dims[i];
  }
  int64_t operator()(int64_t i) const { return i / inner % count; }
  int64_t count;
  int64_t inner = 1;
};

void BatchNormReference(OpValues& v) {
  const Array& x = v.In("X");
  const Channels channel(x.dims, v.Attr<std::string>("data_layout"));
  const bool is_test = v.Attr<bool>("is_test");
  const double epsilon = v.Attr<double>("epsilon");
  const double size = static_cast<double>(x.numel()) / channel.count;
  Array mean = v.In("Mean"), variance = v.In("Variance");
  if (!is_test) {
    mean = variance = Array(mean.dims);
    for (int64_t i = 0; i < x.numel(); ++i) mean[channel(i)] += x[i] / size;
    for (int64_t i = 0; i < x.numel(); ++i) {
      variance[channel(i)] += std::pow(x[i] - mean[channel(i)], 2) / size;
    }
  }
  const double keep = is_test || size == 0 ? 1 : v.Attr<double>("momentum");
  for (int64_t c = 0; c < channel.count; ++c) {
    v.Out("MeanOut")[c] = keep * v.In("Mean")[c] + (1 - keep) * mean[c];
    v.Out("VarianceOut")[c] =
        keep * v.In("Variance")[c] + (1 - keep) * variance[c];
    v.Out("SavedMean")[c] = mean[c];
    v.Out("SavedVariance")[c] = 1 / std::sqrt(variance[c] + epsilon);
  }
  Array& y = v.Out("Y");
  for (int64_t i = 0; i < x.numel(); ++i) {
    const int64_t c = channel(i);
    y[i] =
        (x[i] - mean[c]) / std::sqrt(variance[c] + epsilon) * v.In("Scale")[c] +
        v.In("Bias")[c];
  }
}

OpCase Case(const Dims& x, int64_t channels, const std::string& layout) {
  OpCase test("batch_norm", x.ToString() + layout);
  test.Input("X", Random(x).In(-2, 3))
      .Input("Scale", Random({channels}).In(0.5, 2))
      .Input("Bias", Random({channels}))
      .Input("Mean", Random({channels}))
      .Input("Variance", Random({channels}).In(0.5, 2))
      .Attr("data_layout", layout);
  return test;
}

TEST(BatchNorm, OfAllLayouts) {
  struct {
    Dims x;
    int64_t channels;
    const char* layout;
  } const kRows[] = {
      {{5, 3}, 3, "NCHW"},         {{4, 3, 2, 5}, 3, "NCHW"},
      {{3, 2, 4, 3}, 3, "NHWC"},   {{3, 2, 70}, 2, "NCHW"},
      {{70, 67}, 67, "NCHW"},      {{2, 1, 3, 2, 2}, 1, "NCHW"},
      {{2, 2, 12, 12}, 2, "NCHW"},
  };
  for (const auto& row : kRows) {
    for (bool is_test : {false, true}) {
      Case(row.x, row.channels, row.layout)
          .Attr("is_test", is_test)
          .Attr("epsilon", 1e-3)
          .Attr("momentum", 0.7)
          .Reference(BatchNormReference)
          .Gradient({"X", "Scale", "Bias"})
          .Tolerance(1e-4)
          .GradientTolerance(1e-5)
          .Check();
    }
  }
}

// The variance of one row is 0: a large epsilon keeps the gradient smooth.
TEST(BatchNorm, OfAnyNumberOfRows) {
  for (const char* layout : {"NCHW", "NHWC"}) {
    for (bool is_test : {false, true}) {
      Case({4, 3, 2, 3}, 3, layout)
          .Attr("is_test", is_test)
          .Attr("epsilon", 0.5)
          .Reference(BatchNormReference)
          .Gradient({"X", "Scale", "Bias"})
          .ScaleRows({"X"})
          .SweepAttrs({"momentum"})
          .Tolerance(1e-4)
          .GradientTolerance(1e-5)
          .Check();
    }
  }
}

TEST(BatchNorm, RefusesWhatDoesNotFit) {
  Case({4, 3, 2, 2}, 2, "NCHW")
      .ExpectError(
          "Scale of batch_norm .* X \\[4, 3, 2, 2\\], \\[3\\], but is "
          "\\[2\\]");
  Case({4}, 4, "NCHW")
      .ExpectError("needs a batch and channels, but is \\[4\\]");
  Case({4, 3}, 3, "CHWN").ExpectError("data_layout");
  Case({4, 3}, 3, "NCHW").Attr("epsilon", 0.0).ExpectError("epsilon");
}

}  // namespace
}  // namespace paddle::operators::testing
