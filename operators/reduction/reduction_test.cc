#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_run.h"
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

// A reduction: what no elements give, how two combine, and what becomes of the
// combination of some number of elements.
struct Rule {
  std::string type;
  double none;
  std::function<double(double, double)> combine;
  std::function<double(double, int64_t)> finish = [](double result, int64_t) {
    return result;
  };
};

double SumOf(double a, double b) { return a + b; }

const Rule kRules[] = {
    {"reduce_sum", 0, SumOf},
    {"reduce_mean", 0, SumOf, [](double sum, int64_t n) { return sum / n; }},
    {"reduce_max", -kInfinity, [](double a, double b) { return fmax(a, b); }},
    {"reduce_min", kInfinity, [](double a, double b) { return fmin(a, b); }},
    {"reduce_prod", 1, [](double a, double b) { return a * b; }},
    {"logsumexp", 0, [](double a, double b) { return a + std::exp(b); },
     [](double sum, int64_t) { return std::log(sum); }},
};

// Combines the elements of x, the reduced axes of which are marked.
Reference Reducing(const Rule& rule, const std::vector<bool>& reduced) {
  return [&rule, reduced](OpValues& v) {
    const Array& x = v.In("X");
    Array& out = v.Out("Out");
    std::fill(out.values.begin(), out.values.end(), rule.none);
    std::vector<int64_t> terms(out.numel());
    for (int64_t i = 0; i < x.numel(); ++i) {
      const int64_t at = ResultIndex(x.dims, reduced, i);
      out[at] = rule.combine(out[at], x[i]);
      ++terms[at];
    }
    for (int64_t i = 0; i < out.numel(); ++i) {
      out[i] = rule.finish(out[i], terms[i]);
    }
  };
}

// Products of many integers overflow, other than in the float64 they are
// compared with.
std::vector<DataType> TypesOf(const Rule& rule) {
  if (rule.type != "reduce_prod") return {};  // all
  return {DataType::kFloat64, DataType::kFloat32, DataType::kFloat16,
          DataType::kBFloat16};
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
  for (const Rule& rule : kRules) {
    for (const Row& row : kRows) {
      for (const bool keep_dim : {false, true}) {
        OpCase(rule.type, row.x.ToString() + (keep_dim ? " keep_dim" : ""))
            .Input("X", Random(row.x).Distinct())
            .Attr("dim", row.dim)
            .Attr("keep_dim", keep_dim)
            .DataTypes(TypesOf(rule))
            .Reference(Reducing(rule, row.reduced))
            .Gradient({"X"})
            .Check();
      }
    }
  }
}

TEST(Reduce, RowsOfTheBatch) {
  for (const Rule& rule : kRules) {
    OpCase(rule.type, "within rows")
        .Input("X", Random({4, 5}).Distinct())
        .Attr("dim", {1})
        .Reference(Reducing(rule, {false, true}))
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
    OpCase(rule.type, "over rows")
        .Input("X", Random({4, 5}).Distinct())
        .Attr("reduce_all", true)
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Reference(Reducing(rule, {true, true}))
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
      .Expect("Out", {1, 2, 1}, {3, 4})
      .Check();
  OpCase("reduce_sum")
      .Input("X", Values({1, 2, 1}, {3, 4}))
      .Attr("reduce_all", true)
      .Expect("Out", {}, {7})
      .Check();
}

TEST(ReduceMax, NaNWins) {
  OpCase("reduce_max")
      .Input("X", Values({2, 3}, {1, kNaN, 2, -kInfinity, 5, 4}))
      .Attr("dim", {1})
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Expect("Out", {2}, {kNaN, 5})
      .Check();
}

TEST(ReduceMin, NaNWins) {
  OpCase("reduce_min")
      .Input("X", Values({2, 3}, {1, kNaN, 2, kInfinity, 5, 4}))
      .Attr("dim", {1})
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Expect("Out", {2}, {kNaN, 4})
      .Check();
}

TEST(ReduceProd, OfIntegersWrapsAround) {
  OpCase("reduce_prod", "few")
      .Input("X", Values({2, 3}, {2, -3, 7, 11, 0, 5}))
      .Attr("dim", {1})
      .Expect("Out", {2}, {-42, 0})
      .Check();
  OpCase("reduce_prod", "large")
      .Input("X", Values({2}, {65537, 65536}))
      .DataTypes({DataType::kInt32})
      .Expect("Out", {}, {65536})
      .Check();
}

TEST(ReduceProd, GradientsBesideZeros) {
  OpCase("reduce_prod")
      .Input("X", Values({4, 3}, {2, 3, 4, 2, 0, 4, 0, 3, 0, 0, 0, 0}))
      .Attr("dim", {1})
      .Expect("Out", {4}, {24, 0, 0, 0})
      .Gradient({"X"})
      .Check();
}

TEST(LogSumExp, NeitherOverflowsNorLosesInfinities) {
  OpCase("logsumexp")
      .Input("X", Values({4, 2}, {1000, 1000, -1000, -1000, -kInfinity,
                                  -kInfinity, kInfinity, 0}))
      .Attr("dim", {1})
      .DataTypes({DataType::kFloat64, DataType::kFloat32})
      .Expect("Out", {4},
              {1000 + std::log(2), -1000 + std::log(2), -kInfinity, kInfinity})
      .Check();
  const Instance beside = {
      "logsumexp",
      {{"X",
        {Values({2, 3}, {kInfinity, 0, 5, -kInfinity, -kInfinity, -kInfinity})
             .Make("X", DataType::kFloat64)}}},
      {{"Out", 1}},
      {{"dim", std::vector<int64_t>{1}}}};
  const Results gradients =
      OpRun(beside, {{"X"}, {{"Out", Array({2}, {3, 4})}}}).Run();
  EXPECT_EQ(gradients.at("X@GRAD").values,
            (std::vector<double>{3, 0, 0, 0, 0, 0}));
  OpCase("logsumexp", "gradients far from 0")
      .Input("X", Values({2, 2}, {1000, 1001, -1000, -1001}))
      .Attr("dim", {1})
      .DataTypes({DataType::kFloat64, DataType::kFloat32})
      .Reference([](OpValues& v) {
        const double above = std::log(1 + std::exp(-1));
        v.Out("Out") = Array({2}, {1001 + above, -1000 + above});
      })
      .Gradient({"X"})
      .GradientTolerance(1e-5)
      .Check();
}

TEST(Reduce, TruthValues) {
  const Data truths =
      Values({4, 2}, {1, 1, 1, 0, 0, 1, 0, 0}).As(DataType::kBool);
  OpCase("reduce_all")
      .Input("X", truths)
      .Attr("dim", {-1})
      .Expect("Out", {4}, {1, 0, 0, 0})
      .Check();
  OpCase("reduce_any")
      .Input("X", truths)
      .Attr("dim", {-1})
      .Expect("Out", {4}, {1, 1, 1, 0})
      .Check();
}

TEST(Reduce, TruthValuesOfNoElements) {
  const Data none = Values({2, 0}, {}).As(DataType::kBool);
  OpCase("reduce_all", "none")
      .Input("X", none)
      .Attr("dim", {1})
      .Expect("Out", {2}, {1, 1})
      .Check();
  OpCase("reduce_any", "none")
      .Input("X", none)
      .Attr("dim", {1})
      .Expect("Out", {2}, {0, 0})
      .Check();
  OpCase("reduce_any")
      .Input("X", Random({2}).As(DataType::kFloat32))
      .ExpectError("X of reduce_any is of bool, not float32");
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

// The axes of a run, not those of the description, also in gradients of
// gradients.
TEST(Reduce, AxesOfARun) {
  const auto with = [](const char* type, std::vector<double> expected) {
    OpCase(type, "of a run")
        .Input("X", Values({2, 3}, {1, 2, 4, -3, 0.5, 2}))
        .Input("DimTensor", Values({1}, {1}).As(DataType::kInt64))
        .Attr("dim", {0})
        .Expect("Out", {2}, std::move(expected))
        .Gradient({"X"})
        .Check();
  };
  with("reduce_prod", {8, -3});
  with("reduce_max", {4, 2});
  with("reduce_min", {1, -3});
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
      .Expect("Out", {}, {kNaN})
      .Check();
}

}  // namespace
}  // namespace paddle::operators::testing
