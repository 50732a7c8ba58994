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
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The index in the result, with reduced axes left out, of element i of x.
int64_t ResultIndex(const Dims& x, const std::vector<bool>& reduced,
                    int64_t i) {
  int64_t index = 0, stride = 1;
  for (int axis = x.rank() - 1; axis >= 0; --axis) {
    if (!reduced[axis]) {
      index += i % x[axis] * stride;
      stride *= x[axis];
    }
    i /= x[axis];
  }
  return index;
}

// Combines the elements of x, the reduced axes of which are marked.
Reference Reducing(const std::string& type, const std::vector<bool>& reduced) {
  return [=](OpValues& v) {
    const Array& x = v.In("X");
    Array& out = v.Out("Out");
    const bool max = type == "reduce_max";
    std::fill(out.values.begin(), out.values.end(), max ? -kInfinity : 0.0);
    std::vector<int64_t> terms(out.numel());
    for (int64_t i = 0; i < x.numel(); ++i) {
      const int64_t at = ResultIndex(x.dims, reduced, i);
      out[at] = max ? std::fmax(out[at], x[i]) : out[at] + x[i];
      ++terms[at];
    }
    if (type != "reduce_mean") return;
    for (int64_t i = 0; i < out.numel(); ++i) out[i] /= terms[i];
  };
}

struct Row {
  Dims x;
  std::vector<int64_t> dim;
  std::vector<bool> reduced;
};

const Row kRows[] = {
    {{4, 5}, {0}, {true, false}},
    {{4, 5}, {1}, {false, true}},
    {{4, 5}, {-1}, {false, true}},
    {{4, 5}, {}, {true, true}},
    {{7}, {0}, {true}},
    {{}, {}, {}},
    {{2, 3, 4}, {1}, {false, true, false}},
    {{2, 3, 4}, {0, 2}, {true, false, true}},
    {{3, 1, 70}, {2, 0}, {true, false, true}},
    {{2, 2, 2, 3}, {1, -1}, {false, true, false, true}},
};

TEST(Reduce, OverAnyAxes) {
  for (const std::string type : {"reduce_sum", "reduce_mean", "reduce_max"}) {
    for (const Row& row : kRows) {
      for (const bool keep_dim : {false, true}) {
        OpCase(type, row.x.ToString() + (keep_dim ? " keep_dim" : ""))
            .Input("X", Random(row.x).Distinct())
            .Attr("dim", row.dim)
            .Attr("keep_dim", keep_dim)
            .Reference(Reducing(type, row.reduced))
            .Gradient({"X"})
            .Check();
      }
    }
  }
}

TEST(Reduce, RowsOfTheBatch) {
  for (const std::string type : {"reduce_sum", "reduce_mean", "reduce_max"}) {
    OpCase(type, "within rows")
        .Input("X", Random({4, 5}).Distinct())
        .Attr("dim", {1})
        .Reference(Reducing(type, {false, true}))
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
    OpCase(type, "over rows")
        .Input("X", Random({4, 5}).Distinct())
        .Attr("reduce_all", true)
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Reference(Reducing(type, {true, true}))
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(Reduce, TheShapeOfTheResult) {
  OpCase("reduce_sum")
      .Input("X", Values({1, 2, 1}, {3, 4}))
      .Attr("dim", {-1, 0})
      .Attr("keep_dim", true)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({1, 2, 1}, {3, 4});
      })
      .Check();
  OpCase("reduce_sum")
      .Input("X", Values({1, 2, 1}, {3, 4}))
      .Attr("reduce_all", true)
      .Reference([](OpValues& v) { v.Out("Out") = Array({}, {7}); })
      .Check();
}

TEST(ReduceMax, NaNWins) {
  OpCase("reduce_max")
      .Input("X", Values({2, 3}, {1, kNaN, 2, -kInfinity, 5, 4}))
      .Attr("dim", {1})
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2}, {kNaN, 5});
      })
      .Check();
}

TEST(Reduce, BadAxes) {
  OpCase("reduce_sum")
      .Input("X", Random({2, 3}))
      .Attr("dim", {2})
      .ExpectError("axis 2");
  OpCase("reduce_mean")
      .Input("X", Random({2, 3}))
      .Attr("dim", {1, -1})
      .ExpectError("dim names axis 1 twice");
}

TEST(Mean, OfAllElements) {
  for (const Dims& dims : {Dims({3, 5}), Dims(), Dims({2, 3, 40})}) {
    OpCase("mean", dims.ToString())
        .Input("X", Random(dims))
        .Reference([](OpValues& v) {
          double sum = 0;
          for (const double x : v.In("X").values) sum += x;
          v.Out("Out") = Array({}, {sum / v.In("X").numel()});
        })
        .Gradient({"X"})
        .Check();
  }
  OpCase("mean", "of no rows")
      .Input("X", Random({0, 3}))
      .Reference([](OpValues& v) { v.Out("Out") = Array({}, {kNaN}); })
      .Check();
}

// Adds up all inputs.
void AddUp(OpValues& v) {
  Array out = v.In("X", 0);
  for (int i = 1; i < v.Count("X"); ++i) {
    for (int64_t j = 0; j < out.numel(); ++j) out[j] += v.In("X", i)[j];
  }
  v.Out("Out") = out;
}

TEST(Sum, OfTensors) {
  for (const int count : {1, 2, 3, 5}) {
    OpCase("sum", std::to_string(count))
        .Input("X", std::vector<Data>(count, Random({4, 3})))
        .Reference(AddUp)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(Sum, OfSelectedRows) {
  OpCase("sum", "rows")
      .Input("X", std::vector<Data>{Random({3, 2}).Rows(5, {4, 0, 4}),
                                    Random({1, 2}).Rows(5, {3}),
                                    Random({0, 2}).Rows(5, {})})
      .Reference(AddUp)
      .Check();
  OpCase("sum", "rows and tensors")
      .Input("X", std::vector<Data>{Random({3, 2}).Rows(5, {4, 0, 4}),
                                    Random({5, 2}), Random({5, 2})})
      .Reference(AddUp)
      .Check();
}

TEST(Sum, ShapesMustAgree) {
  OpCase("sum")
      .Input("X", std::vector<Data>{Random({2, 3}), Random({2, 4})})
      .ExpectError("input 0 has \\[2, 3\\], input 1 has \\[2, 4\\]");
  OpCase("sum")
      .Input("X",
             std::vector<Data>{Random({2}), Random({2}).As(DataType::kFloat16)})
      .ExpectError("one data type .*float16");
}

}  // namespace
}  // namespace paddle::operators::testing
