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

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Operation {
  std::string type;
  std::function<double(double, double)> value;
  bool integers_too = true;  // by the same formula
  bool differentiable = true;
};

const Operation kOperations[] = {
    {"elementwise_add", [](double x, double y) { return x + y; }},
    {"elementwise_sub", [](double x, double y) { return x - y; }},
    {"elementwise_mul", [](double x, double y) { return x * y; }},
    {"elementwise_div", [](double x, double y) { return x / y; }, false},
    {"elementwise_max", [](double x, double y) { return x > y ? x : y; }},
    {"elementwise_min", [](double x, double y) { return x < y ? x : y; }},
    {"elementwise_pow", [](double x, double y) { return std::pow(x, y); },
     false},
    {"elementwise_mod",
     [](double x, double y) { return x - std::floor(x / y) * y; }, false},
    {"elementwise_fmod", [](double x, double y) { return std::fmod(x, y); },
     false},
    {"elementwise_floordiv",
     [](double x, double y) { return std::floor(x / y); }, false, false},
};

const std::vector<DataType> kFloating = {
    DataType::kFloat16, DataType::kBFloat16, DataType::kFloat32,
    DataType::kFloat64};
const std::vector<DataType> kIntegers = {DataType::kInt32, DataType::kInt64};

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
  const bool positive = operation.type == "elementwise_pow";
  test.Input("X", Random(x).In(positive ? 0.25 : -2, 2))
      .Input("Y", Random(y).In(0.5, 2).AwayFrom(0, 0.5));
  if (!operation.integers_too) test.DataTypes(kFloating);
  if (operation.differentiable) test.Gradient({"X", "Y"});
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
          .Check();
    }
  }
}

TEST(Elementwise, RowsOfTheBatch) {
  for (const Operation& operation : kOperations) {
    Case(operation, {4, 3}, {4, 3}, "same")
        .Reference(Broadcasting(operation, {4, 3}))
        .ScaleRows({"X", "Y"})
        .Check();
    Case(operation, {4, 3}, {3}, "bias")
        .Reference(Broadcasting(operation, {3}))
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(Elementwise, AxisSaysWhereYStands) {
  const Operation& add = kOperations[0];
  Case(add, {2, 3, 4, 2}, {3}, "channel")
      .Attr("axis", 1)
      .Reference(Broadcasting(add, {3, 1, 1}))
      .ScaleRows({"X"})
      .Check();
  Case(add, {2, 3, 4}, {2, 3}, "first axes")
      .Attr("axis", 0)
      .Reference(Broadcasting(add, {2, 3, 1}))
      .Check();
  Case(kOperations[2], {2, 3}, {3, 1, 1}, "ones beyond")
      .Attr("axis", 1)
      .Reference([](OpValues& v) {
        for (int64_t i = 0; i < 6; ++i) {
          v.Out("Out")[i] = v.In("X")[i] * v.In("Y")[i % 3];
        }
      })
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
      .Expect("Out", {4}, {3, -3, -2, 2})
      .Check();
}

// Out = type(X, Y) of vectors of the same size.
OpCase Table(const std::string& type, std::vector<double> x,
             std::vector<double> y, std::vector<double> out) {
  const Dims dims = {static_cast<int64_t>(x.size())};
  OpCase test(type, "table");
  test.Input("X", Values(dims, std::move(x)))
      .Input("Y", Values(dims, std::move(y)))
      .Reference([dims, out = std::move(out)](OpValues& v) {
        v.Out("Out") = Array(dims, out);
      });
  return test;
}

// X@GRAD and Y@GRAD of type(X, Y), where ones flow.
OpCase GradTable(const std::string& type, std::vector<double> x,
                 std::vector<double> y, std::vector<double> dx,
                 std::vector<double> dy) {
  const Dims dims = {static_cast<int64_t>(x.size())};
  OpCase test(type, "table");
  test.Input("X", Values(dims, std::move(x)))
      .Input("Y", Values(dims, std::move(y)))
      .Input("Out@GRAD", Values(dims, std::vector<double>(dx.size(), 1)))
      .Reference([dims, dx = std::move(dx), dy = std::move(dy)](OpValues& v) {
        v.Out("X@GRAD") = Array(dims, dx);
        v.Out("Y@GRAD") = Array(dims, dy);
      });
  return test;
}

TEST(Extrema, NaNWins) {
  Table("elementwise_max", {kNaN, 1, kInfinity, 2}, {1, kNaN, 3, -kInfinity},
        {kNaN, kNaN, kInfinity, 2})
      .DataTypes(kFloating)
      .Check();
  Table("elementwise_min", {kNaN, 1, kInfinity, 2}, {1, kNaN, 3, -kInfinity},
        {kNaN, kNaN, 3, -kInfinity})
      .DataTypes(kFloating)
      .Check();
}

TEST(Extrema, EqualOnesShareTheGradient) {
  GradTable("elementwise_max_grad", {1, 2, 3}, {1, 1, 4}, {0.5, 1, 0},
            {0.5, 0, 1})
      .Check();
  GradTable("elementwise_min_grad", {1, 2, 3}, {1, 1, 4}, {0.5, 0, 1},
            {0.5, 1, 0})
      .Check();
}

TEST(Pow, OfZeroAndOfNegativeNumbers) {
  Table("elementwise_pow", {0, 0, -2, -2, -8, 0}, {0, 2, 3, -1, 0.5, -1},
        {1, 0, -8, -0.5, kNaN, kInfinity})
      .DataTypes(kFloating)
      .Check();
  GradTable("elementwise_pow_grad", {0, 0, -2, 3}, {0, 2, 3, 0}, {0, 0, 12, 0},
            {0, 0, kNaN, std::log(3.0)})
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Check();
}

TEST(Pow, OfIntegers) {
  Table("elementwise_pow", {2, -3, 0, 7, 10}, {10, 3, 0, 1, 9},
        {1024, -27, 1, 7, 1e9})
      .DataTypes(kIntegers)
      .Check();
}

// As Python: the remainder has the sign of the divisor.
TEST(Mod, SignsOfIntegersAndNumbers) {
  const std::vector<double> x = {7, -7, 7, -7, 6, -6, 0};
  const std::vector<double> y = {3, 3, -3, -3, 3, -3, 5};
  for (const auto& types : {kIntegers, kFloating}) {
    Table("elementwise_mod", x, y, {1, 2, -2, -1, 0, 0, 0})
        .DataTypes(types)
        .Check();
    Table("elementwise_fmod", x, y, {1, -1, 1, -1, 0, 0, 0})
        .DataTypes(types)
        .Check();
    Table("elementwise_floordiv", x, y, {2, -3, -3, 2, 2, 2, 0})
        .DataTypes(types)
        .Check();
  }
}

TEST(Mod, ByZeroAndInfinity) {
  const std::vector<double> x = {1, -1, 5, -5, kInfinity, kNaN};
  const std::vector<double> y = {0, 0, kInfinity, kInfinity, 2, 2};
  Table("elementwise_mod", x, y, {kNaN, kNaN, 5, kInfinity, kNaN, kNaN})
      .DataTypes(kFloating)
      .Check();
  Table("elementwise_fmod", x, y, {kNaN, kNaN, 5, -5, kNaN, kNaN})
      .DataTypes(kFloating)
      .Check();
  Table("elementwise_floordiv", x, y,
        {kInfinity, -kInfinity, 0, -1, kNaN, kNaN})
      .DataTypes(kFloating)
      .Check();
}

// Expects an error for this number in Y, with equal shapes and broadcast ones.
void ExpectRefused(const std::string& type, double y, const std::string& text) {
  for (const Dims& dims : {Dims{2}, Dims{2, 1}}) {
    for (const DataType dtype : kIntegers) {
      OpCase test(type);
      test.Input("X", Values({2}, {7, 7}))
          .Input("Y", Values(dims, {2, y}))
          .DataTypes({dtype});
      test.ExpectError(text);
      test.ExpectErrorOnGPU(type + ": " + text);
    }
  }
}

TEST(Elementwise, RefusesSomeIntegers) {
  for (const char* type : {"elementwise_div", "elementwise_mod",
                           "elementwise_fmod", "elementwise_floordiv"}) {
    ExpectRefused(type, 0, "integer division of 7 by 0");
  }
  ExpectRefused("elementwise_pow", -1, "integer 7 to the negative power -1");
}

// Out = type(X, Y) of integers of one type.
void ExpectBits(const std::string& type, DataType dtype, std::vector<double> x,
                std::vector<double> y, std::vector<double> out) {
  const Dims dims = {static_cast<int64_t>(x.size())};
  OpCase(type, DataTypeName(dtype))
      .Input("X", Values(dims, std::move(x)).As(dtype))
      .Input("Y", Values(dims, std::move(y)).As(dtype))
      .DataTypes({dtype})
      .Expect("Out", dims, std::move(out))
      .Check();
}

TEST(Bits, OfIntegersAndBool) {
  for (const DataType dtype : {DataType::kInt8, DataType::kInt16,
                               DataType::kInt32, DataType::kInt64}) {
    ExpectBits("bitwise_and", dtype, {12, -1, -4, 0}, {10, 7, 6, -1},
               {8, 7, 4, 0});
    ExpectBits("bitwise_or", dtype, {12, -1, -4, 0}, {10, 7, 6, -1},
               {14, -1, -2, -1});
    ExpectBits("bitwise_xor", dtype, {12, -1, -4, 0}, {10, 7, 6, -1},
               {6, -8, -6, -1});
  }
  ExpectBits("bitwise_xor", DataType::kUInt8, {200, 255}, {255, 15}, {55, 240});
  ExpectBits("bitwise_and", DataType::kBool, {0, 0, 1, 1}, {0, 1, 0, 1},
             {0, 0, 0, 1});
  ExpectBits("bitwise_or", DataType::kBool, {0, 0, 1, 1}, {0, 1, 0, 1},
             {0, 1, 1, 1});
  ExpectBits("bitwise_xor", DataType::kBool, {0, 0, 1, 1}, {0, 1, 0, 1},
             {0, 1, 1, 0});
}

TEST(UInt64, IsComputedWithoutASign) {
  const std::vector<double> x = {0x1p63, 0x1.8p63, 7, 7};
  const std::vector<double> y = {2, 0x1p63, 2, 0x1p63};
  Table("elementwise_div", x, y, {0x1p62, 1, 3, 0})
      .DataTypes({DataType::kUInt64})
      .Check();
  Table("elementwise_mod", x, y, {0, 0x1p62, 1, 7})
      .DataTypes({DataType::kUInt64})
      .Check();
  Table("bitwise_right_shift", x, {62, 63, 1, 64}, {2, 1, 3, 0})
      .DataTypes({DataType::kUInt64})
      .Check();
}

TEST(Bits, ShiftsOfAnyCount) {
  for (const DataType dtype : {DataType::kInt8, DataType::kInt16,
                               DataType::kInt32, DataType::kInt64}) {
    ExpectBits("bitwise_left_shift", dtype, {3, -3, 1, 5, -5},
               {2, 2, 0, 100, -1}, {12, -12, 1, 0, 0});
    ExpectBits("bitwise_right_shift", dtype, {13, -13, 1, 5, -5, -5},
               {2, 2, 0, 100, 100, -1}, {3, -4, 1, 0, -1, -1});
  }
  ExpectBits("bitwise_left_shift", DataType::kInt8, {127, 64}, {1, 1},
             {-2, -128});
  ExpectBits("bitwise_left_shift", DataType::kUInt8, {200, 1, 1}, {1, 7, 8},
             {144, 128, 0});
  ExpectBits("bitwise_right_shift", DataType::kUInt8, {200, 255, 255},
             {3, 7, 8}, {25, 1, 0});
}

TEST(Bits, Broadcast) {
  const Dims x = {3, 4}, y = {4};
  OpCase("bitwise_and")
      .Input("X", Integers(x, 0, 16).As(DataType::kInt64))
      .Input("Y", Integers(y, 0, 16).As(DataType::kInt64))
      .DataTypes({DataType::kInt64})
      .Reference([](OpValues& v) {
        Array out = v.In("X");
        for (int64_t i = 0; i < out.numel(); ++i) {
          out[i] = static_cast<double>(static_cast<int64_t>(out[i]) &
                                       static_cast<int64_t>(v.In("Y")[i % 4]));
        }
        v.Out("Out") = out;
      })
      .Check();
}

Reference Choosing(const Dims& out) {
  return [out](OpValues& v) {
    for (int64_t i = 0; i < out.Numel(); ++i) {
      v.Out("Out")[i] = Spread(v.In("Condition"), out, i) != 0
                            ? Spread(v.In("X"), out, i)
                            : Spread(v.In("Y"), out, i);
    }
  };
}

TEST(Where, ThreeShapesThatBroadcast) {
  const struct {
    Dims condition, x, y, out;
  } kShapes[] = {
      {{3, 5}, {3, 5}, {3, 5}, {3, 5}}, {{3, 5}, {}, {}, {3, 5}},
      {{5}, {3, 5}, {3, 1}, {3, 5}},    {{3, 1}, {1, 5}, {}, {3, 5}},
      {{}, {2, 70}, {70}, {2, 70}},     {{2, 1, 1}, {3, 1}, {70}, {2, 3, 70}},
      {{0, 3}, {3}, {1}, {0, 3}},       {{}, {}, {}, {}},
  };
  for (const auto& shape : kShapes) {
    OpCase("where", shape.condition.ToString() + shape.x.ToString())
        .Input("Condition", Integers(shape.condition, 0, 2).As(DataType::kBool))
        .Input("X", Random(shape.x))
        .Input("Y", Random(shape.y))
        .Reference(Choosing(shape.out))
        .Gradient({"X", "Y"})
        .Check();
  }
}

TEST(Where, RowsAndSequences) {
  OpCase("where")
      .Input("Condition", Integers({4, 3}, 0, 2).As(DataType::kBool))
      .Input("X", Random({4, 3}))
      .Input("Y", Random({3}))
      .Reference([](OpValues& v) {
        Array out = v.In("X");
        for (int64_t i = 0; i < out.numel(); ++i) {
          if (v.In("Condition")[i] == 0) out[i] = v.In("Y")[i % 3];
        }
        v.Out("Out") = out;
      })
      .Gradient({"X", "Y"})
      .ScaleRows({"Condition", "X"})
      .Check();
  OpCase("where", "sequences")
      .Input("Condition", Integers({5, 1}, 0, 2).As(DataType::kBool))
      .Input("X", Random({5, 2}).Lengths({{2, 0, 3}}))
      .Input("Y", Random({2}))
      .Reference([](OpValues& v) {
        Array out = v.In("X");
        for (int64_t i = 0; i < out.numel(); ++i) {
          if (v.In("Condition")[i / 2] == 0) out[i] = v.In("Y")[i % 2];
        }
        v.Out("Out") = out;
      })
      .Gradient({"X", "Y"})
      .Check();
}

TEST(Where, WhatIsNotTakenMayBeNaN) {
  OpCase("where")
      .Input("Condition", Values({2}, {1, 0}).As(DataType::kBool))
      .Input("X", Values({2}, {1, kNaN}))
      .Input("Y", Values({2}, {kInfinity, 2}))
      .DataTypes(kFloating)
      .Expect("Out", {2}, {1, 2})
      .Check();
}

TEST(Where, Errors) {
  const OpCase base =
      OpCase("where")
          .Input("Condition", Values({2}, {1, 0}).As(DataType::kBool))
          .Input("X", Random({2}))
          .Input("Y", Random({2}));
  base.With("Condition", Values({2}, {1, 0}).As(DataType::kInt64))
      .ExpectError("Condition of where is of bool, not int64");
  base.With("Y", Values({2}, {1, 0}).As(DataType::kInt64))
      .ExpectError("one data type .*int64");
  base.With("X", Random({3}))
      .With("Y", Random({}))
      .ExpectError("shapes \\[2\\] and \\[3\\] do not broadcast");
}

TEST(Elementwise, ShapesThatDoNotBroadcast) {
  OpCase("elementwise_add")
      .Input("X", Random({2, 3}))
      .Input("Y", Random({4}))
      .ExpectError("shapes \\[2, 3\\] and \\[4\\] do not broadcast");
  const OpCase base = OpCase("elementwise_mul")
                          .Input("X", Random({2, 3}))
                          .Input("Y", Random({2, 3}))
                          .Attr("axis", 1);
  base.ExpectError("Y of shape \\[2, 3\\] does not fit into X");
  base.WithAttr("axis", -2).ExpectError("axis .* -2; it must be at least -1");
  OpCase("elementwise_sub")
      .Input("X", Random({2}))
      .Input("Y", Values({2}, {1, 2}).As(DataType::kInt64))
      .ExpectError("one data type .*int64");
}

}  // namespace
}  // namespace paddle::operators::testing
