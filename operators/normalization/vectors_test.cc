// log_softmax, norm and cos_sim.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

// Element i's slice along an axis: where it begins, and its step and size.
struct Slice {
  Slice(const Dims& dims, int64_t axis, int64_t i) {
    const int at = framework::NormalizeAxis(axis, dims.rank());
    size = dims[at];
    step = dims.Slice(at + 1, dims.rank()).Numel();
    begin = i / (step * size) * step * size + i % step;
  }
  int64_t begin;
  int64_t step;
  int64_t size;
};

const std::pair<Dims, int64_t> kSlices[] = {
    {{4, 3}, -1},    {{4, 3}, 0},        {{2, 300}, -1}, {{5}, 0},
    {{2, 3, 70}, 1}, {{2, 3, 4, 5}, -2}, {{3, 1}, 1},    {{2, 3, 0}, 1},
    {{2, 0, 3}, 1},  {{1, 2500}, 1},
};

void LogSoftmaxReference(OpValues& v) {
  const Array& x = v.In("X");
  for (int64_t i = 0; i < x.numel(); ++i) {
    const Slice slice(x.dims, v.Attr<int64_t>("axis"), i);
    double max = x[i], sum = 0;
    for (int64_t j = 0; j < slice.size; ++j) {
      max = std::max(max, x[slice.begin + j * slice.step]);
    }
    for (int64_t j = 0; j < slice.size; ++j) {
      sum += std::exp(x[slice.begin + j * slice.step] - max);
    }
    v.Out("Out")[i] = x[i] - max - std::log(sum);
  }
  v.Out("Out").lod = x.lod;
}

TEST(Vectors, LogSoftmax) {
  for (const auto& [dims, axis] : kSlices) {
    OpCase test("log_softmax", dims.ToString());
    test.Input("X", Random(dims).In(-3, 3))
        .Attr("axis", axis)
        .Reference(LogSoftmaxReference);
    if (dims.Numel() < 1000) test.Gradient({"X"});
    test.Check();
  }
  OpCase("log_softmax", "rows")
      .Input("X", Random({4, 10}))
      .Reference(LogSoftmaxReference)
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Vectors, LogSoftmaxIsExactWhereSoftmaxIsZero) {
  OpCase("log_softmax", "large")
      .Input("X", Values({2, 3}, {1000, 3000, 999, -1000, -1e4, -1000}))
      .Reference(LogSoftmaxReference)
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Check();
  OpCase("log_softmax")
      .Input("X", Random({2, 3}))
      .Attr("axis", 2)
      .ExpectError("axis 2");
}

void NormReference(OpValues& v) {
  const Array& x = v.In("X");
  const double epsilon = v.Attr<double>("epsilon");
  Array& norm = v.Out("Norm");
  for (int64_t i = 0; i < norm.numel(); ++i) norm[i] = std::sqrt(epsilon);
  for (int64_t i = 0; i < x.numel(); ++i) {
    const Slice slice(x.dims, v.Attr<int64_t>("axis"), i);
    double sum = epsilon;
    for (int64_t j = 0; j < slice.size; ++j) {
      sum += std::pow(x[slice.begin + j * slice.step], 2);
    }
    norm[i / (slice.step * slice.size) * slice.step + i % slice.step] =
        std::sqrt(sum);
    v.Out("Out")[i] = x[i] / std::sqrt(sum);
  }
}

TEST(Vectors, Norm) {
  for (const auto& [dims, axis] : kSlices) {
    OpCase test("norm", dims.ToString());
    test.Input("X", Random(dims).In(-2, 3))
        .Attr("axis", axis)
        .Attr("epsilon", 1e-3)
        .Reference(NormReference);
    if (dims.Numel() < 1000) test.Gradient({"X"}).GradientTolerance(1e-5);
    test.Check();
  }
  OpCase("norm", "rows")
      .Input("X", Random({4, 10}))
      .Reference(NormReference)
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Vectors, NormOfZeroAndErrors) {
  OpCase("norm", "zero")
      .Input("X", Values({2, 2}, {0, 0, 3, 4}))
      .Attr("epsilon", 0.25)
      .Reference(NormReference)
      .Gradient({"X"})
      .Check();
  const OpCase base = OpCase("norm").Input("X", Random({2}));
  base.WithAttr("axis", 1).ExpectError("axis 1");
  base.WithAttr("epsilon", 0.0).ExpectError("epsilon");
}

void CosSimReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& y = v.In("Y");
  const int64_t width = x.dims.Slice(1, x.dims.rank()).Numel();
  const auto length = [&](const Array& a, int64_t row) {
    double sum = 0;
    for (int64_t j = 0; j < width; ++j) sum += std::pow(a[row * width + j], 2);
    return std::sqrt(sum);
  };
  for (int64_t j = 0; j < y.dims[0]; ++j) v.Out("YNorm")[j] = length(y, j);
  for (int64_t i = 0; i < x.dims[0]; ++i) {
    const int64_t k = y.dims[0] == 1 ? 0 : i;
    double dot = 0;
    for (int64_t j = 0; j < width; ++j) {
      dot += x[i * width + j] * y[k * width + j];
    }
    const double lengths = length(x, i) * length(y, k);
    v.Out("XNorm")[i] = length(x, i);
    v.Out("Out")[i] = lengths == 0 ? 0 : dot / lengths;
  }
}

TEST(Vectors, CosSim) {
  for (int64_t width : {1, 3, 8, 70, 300}) {
    for (bool shared : {false, true}) {
      OpCase("cos_sim", std::to_string(width))
          .Input("X", Random({3, width}).In(0.5, 2))
          .Input("Y", Random({shared ? 1 : 3, width}).In(-2, -0.5))
          .Reference(CosSimReference)
          .Gradient({"X", "Y"})
          .GradientTolerance(1e-5)
          .Check();
    }
  }
  OpCase("cos_sim", "rows of any shape")
      .Input("X", Random({4, 2, 3}).In(0.5, 2))
      .Input("Y", Random({1, 2, 3}).In(-2, -0.5))
      .Reference(CosSimReference)
      .Gradient({"X", "Y"})
      .GradientTolerance(1e-5)
      .Check();
  OpCase("cos_sim", "rows")
      .Input("X", Random({4, 5}))
      .Input("Y", Random({4, 5}))
      .Reference(CosSimReference)
      .Gradient({"X", "Y"})
      .ScaleRows({"X", "Y"})
      .Check();
  OpCase("cos_sim", "rows of one")
      .Input("X", Random({4, 5}))
      .Input("Y", Random({1, 5}))
      .Reference(CosSimReference)
      .Gradient({"X", "Y"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Vectors, CosSimWithZeroIsZero) {
  OpCase("cos_sim", "zero")
      .Input("X", Values({3, 2}, {0, 0, 3, 4, 0, 0}))
      .Input("Y", Values({3, 2}, {1, 2, 0, 0, 0, 0}))
      .Reference(CosSimReference)
      .Check();
}

// Not 0, which looks like an answer.
TEST(Vectors, CosSimIsNaNWhereSquaresOverflow) {
  OpCase("cos_sim", "overflow")
      .Input("X", Values({2, 2}, {1e30, 1e30, 1e18, 1e18}))
      .Input("Y", Values({2, 2}, {1, 2, 1, 1}))
      .DataTypes({DataType::kFloat32})
      .Expect("Out", {2, 1}, {std::numeric_limits<double>::quiet_NaN(), 1})
      .Check();
}

TEST(Vectors, CosSimRefusesWhatDoesNotFit) {
  const auto error = [](const Dims& x, const Dims& y, const char* message) {
    OpCase("cos_sim")
        .Input("X", Random(x))
        .Input("Y", Random(y))
        .ExpectError(message);
  };
  error({3, 2}, {3, 4}, "not \\[3, 2\\] and \\[3, 4\\]");
  error({3, 2}, {2, 2},
        "X \\[N, D, ...\\] and Y \\[N, D, ...\\] or \\[1, D, ...\\]");
  error({3}, {3}, "not \\[3\\] and \\[3\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
