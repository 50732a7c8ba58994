#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Operation {
  std::string type;
  std::function<bool(double, double)> holds;
};

const Operation kComparisons[] = {
    {"less_than", std::less<double>()},
    {"less_equal", std::less_equal<double>()},
    {"greater_than", std::greater<double>()},
    {"greater_equal", std::greater_equal<double>()},
    {"equal", std::equal_to<double>()},
    {"not_equal", std::not_equal_to<double>()},
};

const Operation kLogic[] = {
    {"logical_and", std::logical_and<double>()},
    {"logical_or", std::logical_or<double>()},
    {"logical_xor", std::not_equal_to<double>()},
};

// Element i of X against element i of Y, which has the last axes of X only.
Reference Repeating(const Operation& operation) {
  return [&operation](OpValues& v) {
    const Array& x = v.In("X");
    const Array& y = v.In("Y");
    Array out(x.dims);
    out.lod = x.lod;
    for (int64_t i = 0; i < out.numel(); ++i) {
      out[i] = operation.holds(x[i], y[i % y.numel()]);
    }
    v.Out("Out") = out;
  };
}

// Whole numbers, so that some are equal.
OpCase Case(const Operation& operation, const Dims& x, const Dims& y) {
  OpCase test(operation.type, x.ToString() + y.ToString());
  std::vector<double> left(x.Numel()), right(y.Numel());
  for (size_t i = 0; i < left.size(); ++i) left[i] = i * 7 % 5;
  for (size_t i = 0; i < right.size(); ++i) right[i] = i * 3 % 4;
  test.Input("X", Values(x, left)).Input("Y", Values(y, right));
  return test;
}

TEST(Comparison, ShapesThatBroadcast) {
  const std::pair<Dims, Dims> kShapes[] = {
      {{3, 5}, {3, 5}},    {{3, 5}, {5}}, {{4, 70}, {70}}, {{3, 5}, {}},
      {{2, 2, 3}, {2, 3}}, {{0, 3}, {3}}, {{}, {}},        {{1}, {}},
  };
  for (const Operation& operation : kComparisons) {
    for (const auto& [x, y] : kShapes) {
      Case(operation, x, y).Reference(Repeating(operation)).Check();
    }
  }
}

TEST(Comparison, TheLeftSideBroadcastsToo) {
  OpCase("less_than")
      .Input("X", Values({2, 1}, {1, 3}))
      .Input("Y", Values({3}, {0, 2, 4}))
      .Expect("Out", {2, 3}, {0, 1, 1, 0, 0, 1})
      .Check();
}

TEST(Comparison, RowsAndSequences) {
  for (const Operation& operation : kComparisons) {
    OpCase(operation.type)
        .Input("X", Random({5, 3}))
        .Input("Y", Random({5, 3}))
        .Reference(Repeating(operation))
        .ScaleRows({"X", "Y"})
        .Check();
    OpCase(operation.type, "sequences")
        .Input("X", Random({5, 2}).Lengths({{2, 0, 3}}))
        .Input("Y", Random({2}))
        .Reference(Repeating(operation))
        .Check();
  }
}

TEST(Comparison, NothingComparesWithNaN) {
  for (const Operation& operation : kComparisons) {
    OpCase(operation.type, "NaN")
        .Input("X", Values({4}, {kNaN, 1, kNaN, 2}))
        .Input("Y", Values({4}, {kNaN, kNaN, 3, 2}))
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Reference(Repeating(operation))
        .Check();
  }
}

TEST(Comparison, IntegersBeyondDouble) {
  OpCase("equal", "neighbours")
      .Input("X", Values({2}, {9007199254740992.0, 5}).As(DataType::kInt64))
      .Input("Y", Values({2}, {9007199254740994.0, 5}).As(DataType::kInt64))
      .DataTypes({DataType::kInt64})
      .Expect("Out", {2}, {0, 1})
      .Check();
}

TEST(Comparison, OfBool) {
  for (const std::string type : {"equal", "not_equal"}) {
    OpCase(type)
        .Input("X", Values({4}, {0, 0, 1, 1}).As(DataType::kBool))
        .Input("Y", Values({4}, {0, 1, 0, 1}).As(DataType::kBool))
        .DataTypes({DataType::kBool})
        .Reference([&](OpValues& v) {
          v.Out("Out") = type == "equal" ? Array({4}, {1, 0, 0, 1})
                                         : Array({4}, {0, 1, 1, 0});
        })
        .Check();
  }
}

TEST(Comparison, Errors) {
  OpCase("less_than")
      .Input("X", Random({2, 3}))
      .Input("Y", Random({4}))
      .ExpectError("shapes \\[2, 3\\] and \\[4\\] do not broadcast");
  OpCase("equal")
      .Input("X", Random({2}).As(DataType::kFloat32))
      .Input("Y", Values({2}, {1, 2}).As(DataType::kInt64))
      .ExpectError("one data type .*got float32, expected int64");
}

TEST(Logical, OfTwo) {
  const std::pair<Dims, Dims> kShapes[] = {
      {{4}, {4}}, {{2, 70}, {70}}, {{2, 3}, {}}, {{0, 2}, {2}}};
  for (const Operation& operation : kLogic) {
    OpCase(operation.type, "table")
        .Input("X", Values({4}, {0, 0, 1, 1}))
        .Input("Y", Values({4}, {0, 1, 0, 1}))
        .Reference(Repeating(operation))
        .Check();
    for (const auto& [x, y] : kShapes) {
      OpCase(operation.type, x.ToString() + y.ToString())
          .Input("X", Integers(x, 0, 2).As(DataType::kBool))
          .Input("Y", Integers(y, 0, 2).As(DataType::kBool))
          .Reference(Repeating(operation))
          .Check();
    }
  }
}

TEST(Logical, Not) {
  OpCase("logical_not")
      .Input("X", Integers({7, 11}, 0, 2).As(DataType::kBool))
      .Reference([](OpValues& v) {
        v.Out("Out") = v.In("X").Map([](double x) { return 1 - x; });
      })
      .ScaleRows({"X"})
      .Check();
}

TEST(Logical, TakesBoolOnly) {
  OpCase("logical_and")
      .Input("X", Values({1}, {1}).As(DataType::kBool))
      .Input("Y", Values({1}, {1}).As(DataType::kInt64))
      .ExpectError("Y of logical_and is of bool, not int64");
  OpCase("logical_not")
      .Input("X", Random({1}).As(DataType::kFloat32))
      .ExpectError("X of logical_not is of bool, not float32");
}

TEST(NumberKinds, InfinityAndNaN) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::pair<std::string, std::vector<double>> kRows[] = {
      {"isfinite", {1, 1, 0, 0, 0}},
      {"isinf", {0, 0, 1, 1, 0}},
      {"isnan", {0, 0, 0, 0, 1}},
  };
  for (const auto& [type, expected] : kRows) {
    OpCase(type, "numbers")
        .Input("X", Values({5}, {-1.5, 0, kInfinity, -kInfinity, kNaN}))
        .DataTypes({DataType::kFloat16, DataType::kBFloat16, DataType::kFloat32,
                    DataType::kFloat64})
        .Expect("Out", {5}, expected)
        .Check();
    const double all = type == "isfinite" ? 1 : 0;
    OpCase(type, "integers")
        .Input("X", Integers({4, 3}, -5, 5).Lengths({{3, 0, 1}}))
        .DataTypes({DataType::kInt32, DataType::kInt64})
        .Reference([all](OpValues& v) {
          v.Out("Out") = v.In("X").Map([all](double) { return all; });
        })
        .Check();
  }
}

TEST(BitwiseNot, OfIntegersAndBool) {
  for (const DataType dtype : {DataType::kInt8, DataType::kInt16,
                               DataType::kInt32, DataType::kInt64}) {
    OpCase("bitwise_not", DataTypeName(dtype))
        .Input("X", Values({4}, {0, -1, 5, -128}).As(dtype))
        .DataTypes({dtype})
        .Expect("Out", {4}, {-1, 0, -6, 127})
        .Check();
  }
  OpCase("bitwise_not", "uint8")
      .Input("X", Values({3}, {0, 255, 5}).As(DataType::kUInt8))
      .DataTypes({DataType::kUInt8})
      .Expect("Out", {3}, {255, 0, 250})
      .Check();
  OpCase("bitwise_not", "bool")
      .Input("X", Values({2}, {0, 1}).As(DataType::kBool))
      .DataTypes({DataType::kBool})
      .Expect("Out", {2}, {1, 0})
      .Check();
}

TEST(IsEmpty, CountsElements) {
  for (const Dims& dims : {Dims({2, 3}), Dims({0}), Dims({4, 0}), Dims()}) {
    OpCase("is_empty", dims.ToString())
        .Input("X", Random(dims))
        .Expect("Out", {}, {dims.Numel() == 0 ? 1. : 0.})
        .Check();
  }
}

}  // namespace
}  // namespace paddle::operators::testing
