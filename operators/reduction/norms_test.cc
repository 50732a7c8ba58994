// Norms, distances and running sums.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double NormOf(double p, const std::vector<double>& x) {
  double sum = 0, least = kInfinity, greatest = 0;
  for (const double value : x) {
    const double size = std::abs(value);
    least = std::min(least, size);
    greatest = std::max(greatest, size);
    sum += p == 0 ? size != 0 : std::pow(size, p);
  }
  if (std::isinf(p)) return p > 0 ? greatest : least;
  return p == 0 ? sum : std::pow(sum, 1 / p);
}

// The norms of the rows of a matrix.
Reference RowNorms(double p) {
  return [p](OpValues& v) {
    const Array& x = v.In("X");
    const int64_t width = x.dims[1];
    for (int64_t row = 0; row < x.dims[0]; ++row) {
      const auto begin = x.values.begin() + row * width;
      v.Out("Out")[row] = NormOf(p, {begin, begin + width});
    }
  };
}

TEST(PNorm, OfAnyOrder) {
  for (const double p : {1.0, 2.0, 3.0, 0.5, 2.5, -1.0, 0.0}) {
    OpCase("p_norm", std::to_string(p))
        .Input("X", Random({4, 5}).AwayFrom(0, 0.2))
        .Attr("p", p)
        .Attr("dim", {1})
        .Reference(RowNorms(p))
        .Gradient({"X"})
        .GradientTolerance(1e-5)
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(PNorm, OfInfiniteOrder) {
  for (const double p : {kInfinity, -kInfinity}) {
    OpCase("p_norm", std::to_string(p))
        .Input("X", Random({4, 5}).In(0.2, 2).Distinct())
        .Attr("p", p)
        .Attr("dim", {1})
        .Reference(RowNorms(p))
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
    OpCase("p_norm", "negative " + std::to_string(p))
        .Input("X", Values({2, 3}, {1, -3, 2, -0.5, 4, -5}))
        .Attr("p", p)
        .Attr("dim", {1})
        .Reference(RowNorms(p))
        .Gradient({"X"})
        .Check();
  }
}

TEST(PNorm, OverAnyAxes) {
  OpCase("p_norm", "all")
      .Input("X", Random({2, 3, 4}).AwayFrom(0))
      .Attr("reduce_all", true)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({}, {NormOf(2, v.In("X").values)});
      })
      .Gradient({"X"})
      .Check();
  OpCase("p_norm", "keep_dim")
      .Input("X", Values({2, 2}, {3, 5, 4, 12}))
      .Attr("dim", {0})
      .Attr("keep_dim", true)
      .Expect("Out", {1, 2}, {5, 13})
      .Gradient({"X"})
      .Check();
}

TEST(PNorm, OfNoElements) {
  for (const double p : {0.0, 1.0, 2.0, 3.0, kInfinity}) {
    OpCase("p_norm", std::to_string(p))
        .Input("X", Values({2, 0}, {}))
        .Attr("p", p)
        .Attr("dim", {1})
        .Expect("Out", {2}, {0, 0})
        .Check();
  }
}

void SumSquares(OpValues& v) {
  double sum = 0;
  for (const double x : v.In("X").values) sum += x * x;
  v.Out("Out") = Array({}, {sum});
}

void SumMagnitudes(OpValues& v) {
  double sum = 0;
  for (const double x : v.In("X").values) sum += std::abs(x);
  v.Out("Out") = Array({}, {sum});
}

TEST(WholeNorms, OfAnyShape) {
  for (const Dims& dims : {Dims({3, 5}), Dims(), Dims({2, 3, 40})}) {
    OpCase("squared_l2_norm", dims.ToString())
        .Input("X", Random(dims))
        .Reference(SumSquares)
        .Gradient({"X"})
        .Check();
    OpCase("l1_norm", dims.ToString())
        .Input("X", Random(dims).AwayFrom(0))
        .Reference(SumMagnitudes)
        .Gradient({"X"})
        .Check();
  }
  OpCase("squared_l2_norm", "rows")
      .Input("X", Random({4, 3}))
      .Reference(SumSquares)
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

void SquaredDistances(OpValues& v) {
  const Array& x = v.In("X");
  const Array& y = v.In("Y");
  const int64_t rows = x.dims[0];
  const int64_t width = rows == 0 ? 0 : x.numel() / rows;
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double difference = x[i] - y[y.dims[0] == 1 ? i % width : i];
    v.Out("sub_result")[i] = difference;
    v.Out("Out")[i / width] += difference * difference;
  }
}

TEST(SquaredL2Distance, OfRows) {
  OpCase("squared_l2_distance")
      .Input("X", Random({4, 3}))
      .Input("Y", Random({4, 3}))
      .Reference(SquaredDistances)
      .Gradient({"X", "Y"})
      .ScaleRows({"X", "Y"})
      .Check();
  OpCase("squared_l2_distance", "one row")
      .Input("X", Random({4, 2, 3}))
      .Input("Y", Random({1, 2, 3}))
      .Reference(SquaredDistances)
      .Gradient({"X", "Y"})
      .ScaleRows({"X"})
      .Check();
}

TEST(SquaredL2Distance, ShapesMustFit) {
  const OpCase base = OpCase("squared_l2_distance")
                          .Input("X", Random({4, 3}))
                          .Input("Y", Random({2, 3}));
  base.ExpectError("X \\[4, 3\\] with Y \\[2, 3\\]");
  base.With("Y", Random({4, 2})).ExpectError("X \\[4, 3\\] with Y \\[4, 2\\]");
  base.With("X", Random({}))
      .With("Y", Random({}))
      .ExpectError("squared_l2_distance compares X");
}

// Adds up along `axis`, counted from the front.
Reference RunningSums(int axis, bool exclusive, bool reverse) {
  return [=](OpValues& v) {
    const Array& x = v.In("X");
    Array& out = v.Out("Out");
    const int64_t size = x.dims[axis];
    const int64_t inner = x.dims.Slice(axis + 1, x.dims.rank()).Numel();
    for (int64_t i = 0; i < x.numel(); ++i) {
      const int64_t place = i / inner % size;
      for (int64_t k = 0; k < size; ++k) {
        const bool before = reverse ? k > place : k < place;
        if (before || (k == place && !exclusive)) {
          out[i] += x[i + (k - place) * inner];
        }
      }
    }
  };
}

TEST(Cumsum, AlongAnyAxisFromEitherEnd) {
  const Dims shapes[] = {{7}, {4, 5}, {3, 4, 70}, {2, 3, 2, 2}};
  for (const Dims& dims : shapes) {
    for (int axis = 0; axis < dims.rank(); ++axis) {
      for (const bool exclusive : {false, true}) {
        for (const bool reverse : {false, true}) {
          OpCase("cumsum", dims.ToString() + " axis " + std::to_string(axis))
              .Input("X", Random(dims))
              .Attr("axis", axis - (reverse ? dims.rank() : 0))
              .Attr("exclusive", exclusive)
              .Attr("reverse", reverse)
              .Reference(RunningSums(axis, exclusive, reverse))
              .Gradient({"X"})
              .Check();
        }
      }
    }
  }
}

// Multiplies along `axis`, counted from the front.
Reference RunningProducts(int axis, bool exclusive, bool reverse) {
  return [=](OpValues& v) {
    const Array& x = v.In("X");
    Array& out = v.Out("Out");
    const int64_t size = x.dims[axis];
    const int64_t inner = x.dims.Slice(axis + 1, x.dims.rank()).Numel();
    for (int64_t i = 0; i < x.numel(); ++i) {
      const int64_t place = i / inner % size;
      out[i] = 1;
      for (int64_t k = 0; k < size; ++k) {
        const bool before = reverse ? k > place : k < place;
        if (before || (k == place && !exclusive)) {
          out[i] *= x[i + (k - place) * inner];
        }
      }
    }
  };
}

OpCase ProductCase(const Data& x, int axis, bool exclusive, bool reverse) {
  OpCase test("cumprod", "axis " + std::to_string(axis));
  test.Input("X", x)
      .Attr("axis", axis)
      .Attr("exclusive", exclusive)
      .Attr("reverse", reverse)
      .Reference(RunningProducts(axis, exclusive, reverse))
      .Gradient({"X"});
  return test;
}

TEST(Cumprod, AlongAnyAxisFromEitherEnd) {
  for (const bool exclusive : {false, true}) {
    for (const bool reverse : {false, true}) {
      for (const Dims& dims : {Dims({5}), Dims({4, 3}), Dims({2, 3, 2})}) {
        for (int axis = 0; axis < dims.rank(); ++axis) {
          ProductCase(Random(dims).In(0.5, 1.5), axis, exclusive, reverse)
              .Check();
        }
      }
      // The gradient divides by no zero.
      ProductCase(Values({3, 4}, {1, 2, 3, 4, 1, 0, 3, 4, 0, 2, 0, 4}), 1,
                  exclusive, reverse)
          .Check();
    }
  }
}

// The axis of a run, not that of the description, also in gradients of
// gradients.
TEST(Cumprod, AxisOfARun) {
  OpCase("cumprod", "of a run")
      .Input("X", Values({3, 2}, {1, 2, 0, 4, 1.5, -2}))
      .Input("AxisTensor", Values({1}, {0}).As(DataType::kInt64))
      .Attr("axis", 1)
      .Reference(RunningProducts(0, false, false))
      .Gradient({"X"})
      .Check();
}

TEST(Cumprod, RowsAndNothing) {
  ProductCase(Random({4, 5}).In(0.5, 1.5), 1, false, false)
      .ScaleRows({"X"})
      .Check();
  ProductCase(Random({0, 3}), 0, false, false).Check();
  OpCase("cumprod")
      .Input("X", Random({2, 3}))
      .Attr("axis", 2)
      .ExpectError("axis 2");
}

TEST(Cumsum, RowsOfTheBatch) {
  for (const int axis : {0, 1}) {
    OpCase("cumsum", "rows")
        .Input("X", Random({4, 5}))
        .Attr("axis", axis)
        .Reference(RunningSums(axis, false, false))
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
  const OpCase base = OpCase("cumsum").Input("X", Random({2, 3}));
  base.WithAttr("axis", 2).ExpectError("axis 2");
  base.With("X", Random({})).ExpectError("axis -1");
}

}  // namespace
}  // namespace paddle::operators::testing
