#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Function {
  std::string type;
  double (*value)(double);
  double low, high;
};

const Function kFunctions[] = {
    {"relu", [](double x) { return std::fmax(x, 0.0); }, -2, 2},
    {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, -6, 6},
    {"tanh", [](double x) { return std::tanh(x); }, -3, 3},
    {"exp", [](double x) { return std::exp(x); }, -3, 1},
    {"log", [](double x) { return std::log(x); }, 0.5, 9},
    {"square", [](double x) { return x * x; }, -2, 2},
    {"sqrt", [](double x) { return std::sqrt(x); }, 0.5, 9},
};

TEST(Activation, ValuesAndGradients) {
  for (const Function& function : kFunctions) {
    for (const framework::Dims& dims :
         {framework::Dims({3, 5}), framework::Dims(),
          framework::Dims({2, 3, 41})}) {
      OpCase(function.type, dims.ToString())
          .Input("X", Random(dims).In(function.low, function.high).AwayFrom(0))
          .Reference([&](OpValues& v) {
            v.Out("Out") = v.In("X").Map(function.value);
          })
          .Gradient({"X"})
          .Check();
    }
  }
}

TEST(Activation, RowsAndSequences) {
  for (const Function& function : kFunctions) {
    const Reference reference = [&](OpValues& v) {
      v.Out("Out") = v.In("X").Map(function.value);
    };
    const Data x = Random({4, 3}).In(function.low, function.high).AwayFrom(0);
    OpCase(function.type, "rows")
        .Input("X", x)
        .Reference(reference)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
    OpCase(function.type, "sequences")
        .Input("X", Data(x).Lengths({{3, 0, 1}}))
        .Reference(reference)
        .Gradient({"X"})
        .Check();
  }
}

// What a function does with +-inf and NaN.
TEST(Activation, NumbersThatAreNone) {
  const struct {
    std::string type;
    std::vector<double> expected;  // of inf, -inf and NaN
  } kRows[] = {
      {"relu", {kInfinity, 0, kNaN}},
      {"sigmoid", {1, 0, kNaN}},
      {"tanh", {1, -1, kNaN}},
      {"exp", {kInfinity, 0, kNaN}},
      {"log", {kInfinity, kNaN, kNaN}},
      {"square", {kInfinity, kInfinity, kNaN}},
      {"sqrt", {kInfinity, kNaN, kNaN}},
      {"sign", {1, -1, kNaN}},
  };
  for (const auto& row : kRows) {
    OpCase(row.type, "inf, -inf, nan")
        .Input("X", Values({3}, {kInfinity, -kInfinity, kNaN}))
        .Reference(
            [&](OpValues& v) { v.Out("Out") = Array({3}, row.expected); })
        .Check();
  }
}

// The gradients that ones pass back to inf, -inf and NaN.
TEST(Activation, GradientsOfNumbersThatAreNone) {
  const std::vector<double> x = {kInfinity, -kInfinity, kNaN};
  const struct {
    std::string type;
    std::vector<double> out, expected;
  } kRows[] = {
      {"relu_grad", {kInfinity, 0, kNaN}, {1, 0, 1}},
      {"sigmoid_grad", {1, 0, kNaN}, {0, 0, kNaN}},
      {"tanh_grad", {1, -1, kNaN}, {0, 0, kNaN}},
      {"exp_grad", {kInfinity, 0, kNaN}, {kInfinity, 0, kNaN}},
  };
  for (const auto& row : kRows) {
    OpCase(row.type)
        .Input("X", Values({3}, x))
        .Input("Out", Values({3}, row.out))
        .Input("Out@GRAD", Values({3}, {1, 1, 1}))
        .Reference(
            [&](OpValues& v) { v.Out("X@GRAD") = Array({3}, row.expected); })
        .Check();
  }
}

TEST(Sign, HasNoGradient) {
  OpCase("sign")
      .Input("X", Values({2, 2}, {2.5, -0.25, 0, 1e-30}))
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 2}, {1, -1, 0, 1});
      })
      .Check();
  EXPECT_EQ(framework::OpInfoMap::Instance().Get("sign").grad_maker, nullptr);
}

TEST(Scale, MultipliesAndAdds) {
  OpCase("scale")
      .Input("X", Random({4, 5}))
      .Attr("scale", -2.5)
      .Attr("bias", 0.5)
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Reference([](OpValues& v) {
        v.Out("Out") = v.In("X").Map([](double x) { return -2.5 * x + 0.5; });
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Scale, IntegersAreRoundedTowardsZero) {
  OpCase("scale")
      .Input("X", Values({4}, {7, -7, 2, 0}))
      .Attr("scale", 0.5)
      .DataTypes({DataType::kInt32, DataType::kInt64})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({4}, {3, -3, 1, 0});
      })
      .Check();
}

TEST(Scale, SelectedRows) {
  OpCase("scale")
      .Input("X", Random({3, 2}).Rows(6, {4, 0, 4}))
      .Attr("scale", 3.0)
      .Reference([](OpValues& v) {
        v.Out("Out") = v.In("X").Map([](double x) { return 3 * x; });
      })
      .Check();
  OpCase("scale")
      .Input("X", Random({3, 2}).Rows(6, {4, 0, 4}))
      .Attr("bias", 1.0)
      .ExpectError("no bias to SelectedRows");
}

TEST(Clip, BetweenMinAndMax) {
  OpCase("clip")
      .Input("X", Random({4, 5}).In(-2, 2).AwayFrom(-1).AwayFrom(0.5))
      .Attr("min", -1.0)
      .Attr("max", 0.5)
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Reference([](OpValues& v) {
        v.Out("Out") = v.In("X").Map(
            [](double x) { return std::fmin(std::fmax(x, -1), 0.5); });
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
  OpCase("clip", "integers and beyond")
      .Input("X", Values({4}, {-90, 3, 5, 90}))
      .Attr("min", -4.0)
      .Attr("max", 1e300)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({4}, {-4, 3, 5, 90});
      })
      .Check();
}

TEST(Clip, NaNStays) {
  OpCase("clip")
      .Input("X", Values({3}, {kNaN, kInfinity, -kInfinity}))
      .Attr("min", -1.0)
      .Attr("max", 1.0)
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({3}, {kNaN, 1, -1});
      })
      .Check();
}

TEST(Clip, NaNPassesNoGradient) {
  OpCase("clip_grad")
      .Input("X", Values({5}, {kNaN, kInfinity, -kInfinity, -1, 1}))
      .Input("Out@GRAD", Values({5}, {2, 2, 2, 2, 2}))
      .Attr("min", -1.0)
      .Attr("max", 1.0)
      .Reference([](OpValues& v) {
        v.Out("X@GRAD") = Array({5}, {0, 0, 0, 2, 2});
      })
      .Check();
}

TEST(Clip, MinAboveMax) {
  OpCase("clip")
      .Input("X", Random({2}))
      .Attr("min", 2.0)
      .Attr("max", 1.0)
      .ExpectError("min that is not above its max .*2 and 1");
}

}  // namespace
}  // namespace paddle::operators::testing
