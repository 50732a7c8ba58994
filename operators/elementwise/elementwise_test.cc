#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

struct Operation {
  std::string type;
  std::function<double(double, double)> value;
};

const Operation kOperations[] = {
    {"elementwise_add", [](double x, double y) { return x + y; }},
    {"elementwise_sub", [](double x, double y) { return x - y; }},
    {"elementwise_mul", [](double x, double y) { return x * y; }},
    {"elementwise_div", [](double x, double y) { return x / y; }},
};

// The element of a broadcast array that belongs to element i of `space`; dims
// are aligned at the last axis.
double Spread(const Array& array, const Dims& space, int64_t i) {
  int64_t offset = 0, stride = 1;
  for (int back = 1; back <= array.dims.rank(); ++back) {
    const int64_t at = i % space[space.rank() - back];
    i /= space[space.rank() - back];
    const int64_t size = array.dims[array.dims.rank() - back];
    if (size != 1) offset += at * stride;
    stride *= size;
  }
  return array[offset];
}

// `aligned`: Y's dims where it stands beside X.
Reference Broadcasting(const Operation& operation, const Dims& aligned) {
  return [&operation, aligned](OpValues& v) {
    const Array& x = v.In("X");
    Array y = v.In("Y");
    if (y.dims.rank() != aligned.rank()) y.dims = aligned;
    Array& out = v.Out("Out");
    for (int64_t i = 0; i < out.numel(); ++i) {
      out[i] = operation.value(Spread(x, out.dims, i), Spread(y, out.dims, i));
    }
  };
}

OpCase Case(const Operation& operation, const Dims& x, const Dims& y,
            const std::string& name) {
  OpCase test(operation.type, name);
  test.Input("X", Random(x).In(-2, 2))
      .Input("Y", Random(y).In(0.5, 2).AwayFrom(0, 0.5));
  if (operation.type == "elementwise_div") {  // integers round
    test.DataTypes({DataType::kFloat32, DataType::kFloat64});
  }
  return test;
}

TEST(Elementwise, ShapesThatBroadcast) {
  const std::pair<Dims, Dims> kShapes[] = {
      {{3, 5}, {3, 5}},
      {{3, 5}, {5}},
      {{3, 5}, {3, 1}},
      {{3, 5}, {}},
      {{5}, {3, 5}},
      {{}, {4}},
      {{3, 1, 2}, {1, 4, 1}},
      {{2, 70}, {70}},
      {{2, 3, 70}, {3, 1}},
      {{70}, {1}},
      {{}, {}},
      {{0, 3}, {3}},
      {{1}, {1}},
      {{2, 3, 2, 2}, {3, 1, 1}},
  };
  for (const Operation& operation : kOperations) {
    for (const auto& [x, y] : kShapes) {
      Case(operation, x, y, x.ToString() + y.ToString())
          .Reference(Broadcasting(operation, y))
          .Gradient({"X", "Y"})
          .Check();
    }
  }
}

TEST(Elementwise, RowsOfTheBatch) {
  for (const Operation& operation : kOperations) {
    Case(operation, {4, 3}, {4, 3}, "same")
        .Reference(Broadcasting(operation, {4, 3}))
        .Gradient({"X", "Y"})
        .ScaleRows({"X", "Y"})
        .Check();
    Case(operation, {4, 3}, {3}, "bias")
        .Reference(Broadcasting(operation, {3}))
        .Gradient({"X", "Y"})
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(Elementwise, AxisSaysWhereYStands) {
  const Operation& add = kOperations[0];
  Case(add, {2, 3, 4, 2}, {3}, "channel")
      .Attr("axis", 1)
      .Reference(Broadcasting(add, {3, 1, 1}))
      .Gradient({"X", "Y"})
      .ScaleRows({"X"})
      .Check();
  Case(add, {2, 3, 4}, {2, 3}, "first axes")
      .Attr("axis", 0)
      .Reference(Broadcasting(add, {2, 3, 1}))
      .Gradient({"X", "Y"})
      .Check();
  Case(kOperations[2], {2, 3}, {3, 1, 1}, "ones beyond")
      .Attr("axis", 1)
      .Reference([](OpValues& v) {
        for (int64_t i = 0; i < 6; ++i) {
          v.Out("Out")[i] = v.In("X")[i] * v.In("Y")[i % 3];
        }
      })
      .Gradient({"X", "Y"})
      .Check();
}

TEST(Elementwise, SequencesFollowTheRows) {
  OpCase("elementwise_add")
      .Input("X", Random({5, 2}).Lengths({{2, 0, 3}}))
      .Input("Y", Random({2}))
      .Reference([](OpValues& v) {
        Array out = v.In("X");
        for (int64_t i = 0; i < out.numel(); ++i) out[i] += v.In("Y")[i % 2];
        v.Out("Out") = out;
      })
      .Gradient({"X", "Y"})
      .Check();
}

TEST(Elementwise, IntegersRoundTowardsZero) {
  OpCase("elementwise_div")
      .Input("X", Values({4}, {7, -7, 9, -9}))
      .Input("Y", Values({4}, {2, 2, -4, -4}))
      .DataTypes({DataType::kInt32, DataType::kInt64})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({4}, {3, -3, -2, 2});
      })
      .Check();
  OpCase("elementwise_div")
      .Input("X", Values({2}, {7, -7}))
      .Input("Y", Values({2}, {2, 0}))
      .DataTypes({DataType::kInt32})
      .ExpectError("integer division of -7 by 0");
}

TEST(Elementwise, ShapesThatDoNotBroadcast) {
  OpCase("elementwise_add")
      .Input("X", Random({2, 3}))
      .Input("Y", Random({4}))
      .ExpectError("shapes \\[2, 3\\] and \\[4\\] do not broadcast");
  OpCase("elementwise_mul")
      .Input("X", Random({2, 3}))
      .Input("Y", Random({2, 3}))
      .Attr("axis", 1)
      .ExpectError("Y of shape \\[2, 3\\] does not fit into X");
  OpCase("elementwise_mul")
      .Input("X", Random({2, 3}))
      .Input("Y", Random({2, 3}))
      .Attr("axis", -2)
      .ExpectError("axis .* -2; it must be at least -1");
  OpCase("elementwise_sub")
      .Input("X", Random({2}))
      .Input("Y", Values({2}, {1, 2}).As(DataType::kInt64))
      .ExpectError("one data type .*int64");
}

}  // namespace
}  // namespace paddle::operators::testing
