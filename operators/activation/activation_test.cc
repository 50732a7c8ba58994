#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

const std::vector<DataType> kFloating = {
    DataType::kFloat16, DataType::kBFloat16, DataType::kFloat32,
    DataType::kFloat64};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Function {
  std::string type;
  double (*value)(double);
  double low, high;
  std::vector<double> kinks = {};
  bool differentiable = true;
};

double Clamp(double x, double low, double high) {
  return std::isnan(x) ? x : std::fmin(std::fmax(x, low), high);
}
double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double Softplus(double x) { return x > 30 ? x : std::log1p(std::exp(x)); }

const Function kFunctions[] = {
    {"relu", [](double x) { return std::fmax(x, 0.0); }, -2, 2, {0}},
    {"sigmoid", Sigmoid, -6, 6},
    {"tanh", [](double x) { return std::tanh(x); }, -3, 3},
    {"exp", [](double x) { return std::exp(x); }, -3, 1},
    {"expm1", [](double x) { return std::expm1(x); }, -3, 1},
    {"log", [](double x) { return std::log(x); }, 0.5, 9},
    {"log1p", [](double x) { return std::log1p(x); }, -0.5, 9},
    {"square", [](double x) { return x * x; }, -2, 2},
    {"sqrt", [](double x) { return std::sqrt(x); }, 0.5, 9},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }, 0.5, 9},
    {"reciprocal", [](double x) { return 1 / x; }, 0.5, 3},
    {"sign",
     [](double x) { return x == 0 ? 0 : std::copysign(1, x); },
     -2,
     2,
     {0},
     false},
    {"abs", [](double x) { return std::abs(x); }, -2, 2, {0}},
    {"ceil", [](double x) { return std::ceil(x); }, -3, 3, {}, false},
    {"floor", [](double x) { return std::floor(x); }, -3, 3, {}, false},
    {"round", [](double x) { return std::nearbyint(x); }, -3, 3, {}, false},
    {"sin", [](double x) { return std::sin(x); }, -4, 4},
    {"cos", [](double x) { return std::cos(x); }, -4, 4},
    {"tan", [](double x) { return std::tan(x); }, -1.2, 1.2},
    {"sinh", [](double x) { return std::sinh(x); }, -2, 2},
    {"cosh", [](double x) { return std::cosh(x); }, -2, 2},
    {"asin", [](double x) { return std::asin(x); }, -0.9, 0.9},
    {"acos", [](double x) { return std::acos(x); }, -0.9, 0.9},
    {"atan", [](double x) { return std::atan(x); }, -4, 4},
    {"asinh", [](double x) { return std::asinh(x); }, -4, 4},
    {"acosh", [](double x) { return std::acosh(x); }, 1.25, 9},
    {"atanh", [](double x) { return std::atanh(x); }, -0.8, 0.8},
    {"erf", [](double x) { return std::erf(x); }, -3, 3},
    {"logsigmoid", [](double x) { return -Softplus(-x); }, -6, 6},
    {"softplus", Softplus, -6, 6},
    {"softsign", [](double x) { return x / (1 + std::abs(x)); }, -3, 3},
    {"tanh_shrink", [](double x) { return x - std::tanh(x); }, -3, 3},
    {"softshrink",
     [](double x) { return x - Clamp(x, -0.5, 0.5); },
     -2,
     2,
     {-0.5, 0.5}},
    {"hard_shrink",
     [](double x) { return std::abs(x) > 0.5 ? x : 0; },
     -2,
     2,
     {-0.5, 0.5}},
    {"thresholded_relu", [](double x) { return x > 1 ? x : 0; }, -2, 3, {1}},
    {"leaky_relu", [](double x) { return x > 0 ? x : 0.02 * x; }, -2, 2, {0}},
    {"elu", [](double x) { return x > 0 ? x : std::expm1(x); }, -3, 3, {0}},
    {"selu",
     [](double x) {
       return 1.0507009873554805 *
              (x > 0 ? x : 1.6732632423543772 * std::expm1(x));
     },
     -3,
     3,
     {0}},
    {"brelu", [](double x) { return Clamp(x, 0, 24); }, -20, 40, {0, 24}},
    {"relu6", [](double x) { return Clamp(x, 0, 6); }, -3, 9, {0, 6}},
    {"soft_relu",
     [](double x) { return Softplus(Clamp(x, -40, 40)); },
     -50,
     50,
     {-40, 40}},
    {"pow", [](double x) { return x; }, -2, 2},
    {"stanh", [](double x) { return 1.7159 * std::tanh(x * 2 / 3); }, -3, 3},
    {"hard_sigmoid",
     [](double x) { return Clamp(0.2 * x + 0.5, 0, 1); },
     -5,
     5,
     {-2.5, 2.5}},
    {"hard_swish",
     [](double x) { return x * Clamp(x + 3, 0, 6) / 6; },
     -5,
     5,
     {-3, 3}},
    {"swish", [](double x) { return x * Sigmoid(x); }, -6, 6},
    {"silu", [](double x) { return x * Sigmoid(x); }, -6, 6},
    {"gelu", [](double x) { return x * std::erfc(-x / std::sqrt(2)) / 2; }, -4,
     4},
    {"mish", [](double x) { return x * std::tanh(Softplus(x)); }, -6, 6},
};

Reference Mapped(double (*value)(double)) {
  return [value](OpValues& v) { v.Out("Out") = v.In("X").Map(value); };
}

Data Inputs(const Function& function, const framework::Dims& dims) {
  Data x = Random(dims).In(function.low, function.high);
  for (double kink : function.kinks) x.AwayFrom(kink, 0.25);
  return x;
}

OpCase Case(const Function& function, const Data& x, const std::string& name) {
  OpCase test(function.type, name);
  test.Input("X", x).Reference(Mapped(function.value));
  if (function.differentiable) test.Gradient({"X"});
  return test;
}

TEST(Activation, ValuesAndGradients) {
  for (const Function& function : kFunctions) {
    for (const framework::Dims& dims :
         {framework::Dims({3, 5}), framework::Dims(),
          framework::Dims({2, 3, 41})}) {
      Case(function, Inputs(function, dims), dims.ToString()).Check();
    }
  }
}

TEST(Activation, RowsAndSequences) {
  for (const Function& function : kFunctions) {
    const Data x = Inputs(function, {4, 3});
    Case(function, x, "rows").ScaleRows({"X"}).Check();
    Case(function, Data(x).Lengths({{3, 0, 1}}), "sequences").Check();
  }
}

// Attributes other than the default.
TEST(Activation, Attributes) {
  const struct {
    Function function;
    std::vector<std::pair<std::string, double>> attributes;
  } kRows[] = {
      {{"leaky_relu",
        [](double x) { return x > 0 ? x : -0.5 * x; },
        -2,
        2,
        {0}},
       {{"alpha", -0.5}}},
      {{"selu",
        [](double x) { return 2 * (x > 0 ? x : 0.5 * std::expm1(x)); },
        -3,
        3,
        {0}},
       {{"scale", 2}, {"alpha", 0.5}}},
      {{"elu",
        [](double x) { return x > 0 ? x : 0.25 * std::expm1(x); },
        -3,
        3,
        {0}},
       {{"alpha", 0.25}}},
      {{"brelu", [](double x) { return Clamp(x, -1, 0.5); }, -3, 3, {-1, 0.5}},
       {{"t_min", -1}, {"t_max", 0.5}}},
      {{"relu6", [](double x) { return Clamp(x, 0, 2); }, -3, 3, {0, 2}},
       {{"threshold", 2}}},
      {{"soft_relu",
        [](double x) { return Softplus(Clamp(x, -2, 2)); },
        -4,
        4,
        {-2, 2}},
       {{"threshold", 2}}},
      {{"softshrink",
        [](double x) { return x - Clamp(x, -1.5, 1.5); },
        -3,
        3,
        {-1.5, 1.5}},
       {{"lambda", 1.5}}},
      {{"hard_shrink", [](double x) { return x; }, -3, 3, {0}},
       {{"threshold", 0}}},
      {{"thresholded_relu",
        [](double x) { return x > -1 ? x : 0; },
        -3,
        3,
        {-1}},
       {{"threshold", -1}}},
      {{"pow", [](double x) { return x * x * x; }, -2, 2}, {{"factor", 3}}},
      {{"pow", [](double x) { return std::pow(x, -1.5); }, 0.5, 2},
       {{"factor", -1.5}}},
      {{"pow", [](double) { return 1.0; }, -2, 2}, {{"factor", 0}}},
      {{"stanh", [](double x) { return -2 * std::tanh(0.5 * x); }, -3, 3},
       {{"scale_a", 0.5}, {"scale_b", -2}}},
      {{"hard_sigmoid",
        [](double x) { return Clamp(1 - 0.5 * x, 0, 1); },
        -3,
        4,
        {0, 2}},
       {{"slope", -0.5}, {"offset", 1}}},
      {{"hard_swish",
        [](double x) { return x * Clamp(x + 1, 0, 2) / 4; },
        -3,
        3,
        {-1, 1}},
       {{"threshold", 2}, {"scale", 4}, {"offset", 1}}},
      {{"swish", [](double x) { return x * Sigmoid(2.5 * x); }, -3, 3},
       {{"beta", 2.5}}},
  };
  for (const auto& row : kRows) {
    OpCase test =
        Case(row.function, Inputs(row.function, {4, 17}), "attribute");
    for (const auto& [name, value] : row.attributes) test.Attr(name, value);
    test.Check();
  }
}

TEST(Gelu, ApproximatedByTanh) {
  const Function gelu = {"gelu",
                         [](double x) {
                           const double inner =
                               std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x);
                           return 0.5 * x * (1 + std::tanh(inner));
                         },
                         -4, 4};
  Case(gelu, Inputs(gelu, {4, 17}), "tanh").Attr("approximate", true).Check();
}

// Functions of +-inf and NaN.
TEST(Activation, NumbersThatAreNone) {
  const struct {
    std::string type;
    std::vector<double> expected;  // of inf and -inf; NaN gives NaN
  } kRows[] = {
      {"relu", {kInfinity, 0}},
      {"sigmoid", {1, 0}},
      {"tanh", {1, -1}},
      {"exp", {kInfinity, 0}},
      {"expm1", {kInfinity, -1}},
      {"log", {kInfinity, kNaN}},
      {"log1p", {kInfinity, kNaN}},
      {"square", {kInfinity, kInfinity}},
      {"sqrt", {kInfinity, kNaN}},
      {"rsqrt", {0, kNaN}},
      {"reciprocal", {0, 0}},
      {"sign", {1, -1}},
      {"abs", {kInfinity, kInfinity}},
      {"ceil", {kInfinity, -kInfinity}},
      {"floor", {kInfinity, -kInfinity}},
      {"round", {kInfinity, -kInfinity}},
      {"sin", {kNaN, kNaN}},
      {"cos", {kNaN, kNaN}},
      {"tan", {kNaN, kNaN}},
      {"sinh", {kInfinity, -kInfinity}},
      {"cosh", {kInfinity, kInfinity}},
      {"asin", {kNaN, kNaN}},
      {"acos", {kNaN, kNaN}},
      {"atan", {M_PI / 2, -M_PI / 2}},
      {"asinh", {kInfinity, -kInfinity}},
      {"acosh", {kInfinity, kNaN}},
      {"atanh", {kNaN, kNaN}},
      {"erf", {1, -1}},
      {"logsigmoid", {0, -kInfinity}},
      {"softplus", {kInfinity, 0}},
      {"softsign", {kNaN, kNaN}},
      {"tanh_shrink", {kInfinity, -kInfinity}},
      {"softshrink", {kInfinity, -kInfinity}},
      {"hard_shrink", {kInfinity, -kInfinity}},
      {"thresholded_relu", {kInfinity, 0}},
      {"leaky_relu", {kInfinity, -kInfinity}},
      {"elu", {kInfinity, -1}},
      {"selu", {kInfinity, -1.7580993408473768}},
      {"brelu", {24, 0}},
      {"relu6", {6, 0}},
      {"soft_relu", {40, 0}},
      {"pow", {kInfinity, -kInfinity}},
      {"stanh", {1.7159, -1.7159}},
      {"hard_sigmoid", {1, 0}},
      {"hard_swish", {kInfinity, kNaN}},
      {"swish", {kInfinity, kNaN}},
      {"silu", {kInfinity, kNaN}},
      {"gelu", {kInfinity, kNaN}},
      {"mish", {kInfinity, kNaN}},
  };
  for (const auto& row : kRows) {
    OpCase(row.type, "inf, -inf, nan")
        .Input("X", Values({3}, {kInfinity, -kInfinity, kNaN}))
        .DataTypes(kFloating)
        .Expect("Out", {3}, {row.expected[0], row.expected[1], kNaN})
        .Check();
  }
}

// No intermediate result overflows, and small results keep their digits.
TEST(Activation, FarFromZero) {
  const struct {
    std::string type;
    double low, high;  // of -80 and 80
  } kRows[] = {
      {"softplus", std::exp(-80), 80},
      {"logsigmoid", -80, -std::exp(-80)},
      {"mish", -80 * std::exp(-80), 80},
      {"silu", -80 * std::exp(-80), 80},
      {"erf", -1, 1},
  };
  for (const auto& row : kRows) {
    OpCase(row.type)
        .Input("X", Values({2}, {-80, 80}))
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Expect("Out", {2}, {row.low, row.high})
        .Check();
  }
}

// The ends of what functions are defined for, where slopes are infinite.
TEST(Activation, InversesAtTheirEnds) {
  const struct {
    std::string type;
    std::vector<double> x, y, slope;
  } kRows[] = {
      {"asin", {-1, 1}, {-M_PI / 2, M_PI / 2}, {kInfinity, kInfinity}},
      {"acos", {-1, 1}, {M_PI, 0}, {-kInfinity, -kInfinity}},
      {"atanh", {-1, 1}, {-kInfinity, kInfinity}, {kInfinity, kInfinity}},
      {"acosh", {1, 1}, {0, 0}, {kInfinity, kInfinity}},
  };
  for (const auto& row : kRows) {
    OpCase(row.type, "ends")
        .Input("X", Values({2}, row.x))
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Expect("Out", {2}, row.y)
        .Check();
    OpCase(row.type + "_grad", "ends")
        .Input("X", Values({2}, row.x))
        .Input("Out@GRAD", Values({2}, {1, 1}))
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Expect("X@GRAD", {2}, row.slope)
        .Check();
  }
}

// Neither a cancelled difference nor an overflow before that of the result.
TEST(Hyperbolic, SmallAndLargeNumbers) {
  const struct {
    std::string type;
    std::vector<double> x;
    double (*value)(double);
  } kRows[] = {
      {"sinh", {0, 1e-8, -1e-3, 0.999, -20, 88.5}, std::sinh},
      {"cosh", {0, 1e-8, -1e-3, 0.999, -20, 88.5}, std::cosh},
      {"asinh", {0, 1e-8, -1e-3, -300, 1e30, -3e38}, std::asinh},
      {"acosh", {1, 1.0009765625, 1.5, 300, 1e30, 3e38}, std::acosh},
      {"atanh", {0, 1e-8, -1e-3, 0.75, -0.75, 0.9990234375}, std::atanh},
  };
  for (const auto& row : kRows) {
    OpCase(row.type, "small and large")
        .Input("X", Values({6}, row.x))
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Reference(Mapped(row.value))
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
        .Expect("X@GRAD", {3}, row.expected)
        .Check();
  }
}

TEST(Rounding, HalvesToTheEvenNumber) {
  OpCase("round")
      .Input("X", Values({6}, {0.5, 1.5, 2.5, -0.5, -1.5, 3.25}))
      .Expect("Out", {6}, {0, 2, 2, 0, -2, 3})
      .Check();
}

TEST(Activation, StepsHaveTheGradientZero) {
  for (const char* type : {"sign", "ceil", "floor", "round"}) {
    OpCase(type)
        .Input("X", Values({4}, {0.25, -1.75, 2.4, -0.4}))
        .WithoutReference("the table above has it")
        .Gradient({"X"})
        .Check();
  }
}

TEST(Sign, OfNumbersAndIntegers) {
  OpCase("sign")
      .Input("X", Values({2, 2}, {2.5, -0.25, 0, 1e-30}))
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Expect("Out", {2, 2}, {1, -1, 0, 1})
      .Check();
  OpCase("sign")
      .Input("X", Values({3}, {7, -3, 0}))
      .DataTypes({DataType::kInt32, DataType::kInt64})
      .Expect("Out", {3}, {1, -1, 0})
      .Check();
}

TEST(Abs, OfIntegers) {
  OpCase("abs")
      .Input("X", Values({4}, {7, -7, 0, -2147483648.0}))
      .DataTypes({DataType::kInt32})
      .Expect("Out", {4}, {7, 7, 0, -2147483648.0})
      .Check();
}

TEST(Abs, TheGradientAtZeroIsZero) {
  OpCase("abs_grad")
      .Input("X", Values({3}, {-2, 0, 2}))
      .Input("Out@GRAD", Values({3}, {5, 5, 5}))
      .Expect("X@GRAD", {3}, {-5, 0, 5})
      .Check();
}

TEST(Activation, AttributesOutOfRange) {
  OpCase("brelu")
      .Input("X", Random({2}))
      .Attr("t_min", 2.0)
      .Attr("t_max", 1.0)
      .ExpectError("t_min that is not above its t_max; they are 2 and 1");
  OpCase("relu6")
      .Input("X", Random({2}))
      .Attr("threshold", 0.0)
      .ExpectError("threshold .* is 0.0; it must be above 0");
  OpCase("softshrink")
      .Input("X", Random({2}))
      .Attr("lambda", -1.0)
      .ExpectError("lambda .* is -1.0; it must be at least 0");
}

}  // namespace
}  // namespace paddle::operators::testing
