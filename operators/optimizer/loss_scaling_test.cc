#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/optimizer/step_case.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Long enough for several threads.
Data Long() { return Random({70000}); }
// Rows of a table, one of them twice.
Data SomeRows() { return Random({3, 4}).Rows(7, {5, 0, 5}); }

OpCase CheckCase(const std::vector<Data>& x, double scale) {
  return OpCase("check_finite_and_unscale")
      .Input("X", x)
      .Input("Scale", Values({1}, {scale}))
      .Output("Out", static_cast<int>(x.size()));
}

TEST(CheckFiniteAndUnscale, DividesAllGradients) {
  CheckCase({Random({5, 3}), SomeRows(), Long(), Random({0, 2}),
             Random({0, 3}).Rows(4, {})},
            1024)
      .Reference([](OpValues& v) {
        for (int i = 0; i < v.Count("X"); ++i) {
          v.Out("Out", i) = v.In("X", i).Map([](double x) { return x / 1024; });
        }
        v.Out("FoundInfinite") = Array({1}, 0.0);
      })
      .Check();
}

// Only the flag counts: Out is not to be used then.
void ExpectFound(const OpCase& op_case) {
  OpCase(op_case)
      .Reference([](OpValues& v) { v.Out("FoundInfinite") = Array({1}, 1.0); })
      .Check();
}

TEST(CheckFiniteAndUnscale, FindsOneThatIsNotFinite) {
  for (const double bad : {kInfinity, -kInfinity, kNaN}) {
    ExpectFound(CheckCase({Long(), Values({3}, {1, bad, 2})}, 2));
    ExpectFound(CheckCase({Values({2, 2}, {1, 2, 3, bad}), Long()}, 2));
    ExpectFound(
        CheckCase({Values({2, 2}, {1, 2, bad, 3}).Rows(9, {8, 8}), Long()}, 2));
  }
}

TEST(CheckFiniteAndUnscale, FindsABadScale) {
  for (const double scale : {kInfinity, kNaN, 0.0, -1.0}) {
    ExpectFound(CheckCase({Random({3})}, scale));
  }
}

TEST(CheckFiniteAndUnscale, FindsWhatOverflowsOnDivision) {
  ExpectFound(
      CheckCase({Values({1}, {3e38})}, 0.25).DataTypes({DataType::kFloat32}));
}

TEST(CheckFiniteAndUnscale, ChecksInputs) {
  CheckCase({Random({3})}, 1)
      .With("Scale", Random({2}))
      .ExpectError("Scale of check_finite_and_unscale is one number, not");
  CheckCase({Random({3}), Random({3}).As(DataType::kFloat32)}, 1)
      .DataTypes({DataType::kFloat64})
      .ExpectError(
          "X 1 of check_finite_and_unscale is float32, but Scale is float64");
  CheckCase({Random({3}), Random({3})}, 1)
      .Output("Out", 1)
      .ExpectError("check_finite_and_unscale has an Out for each X");
}

struct Numbers {
  double scale, good, bad;
};

OpCase UpdateCase(bool found, const Numbers& before) {
  const auto count = [](double value) {
    return Values({1}, {value}).As(DataType::kInt64);
  };
  return OpCase("update_loss_scaling")
      .Input("FoundInfinite",
             Values({1}, {found ? 1.0 : 0.0}).As(DataType::kBool))
      .Input("PrevLossScaling", Values({1}, {before.scale}))
      .Input("InGoodSteps", count(before.good))
      .Input("InBadSteps", count(before.bad))
      .Attr("incr_every_n_steps", 3)
      .Attr("decr_every_n_nan_or_inf", 2);
}

void ExpectUpdate(bool found, const Numbers& before, const Numbers& after) {
  UpdateCase(found, before)
      .Expect("LossScaling", {1}, {after.scale})
      .Expect("OutGoodSteps", {1}, {after.good})
      .Expect("OutBadSteps", {1}, {after.bad})
      .Check();
}

TEST(UpdateLossScaling, GrowsAfterFiniteSteps) {
  ExpectUpdate(false, {8, 0, 1}, {8, 1, 0});
  ExpectUpdate(false, {8, 2, 0}, {16, 0, 0});
}

TEST(UpdateLossScaling, ShrinksAfterOthers) {
  ExpectUpdate(true, {8, 2, 0}, {8, 0, 1});
  ExpectUpdate(true, {8, 0, 1}, {4, 0, 0});
}

TEST(UpdateLossScaling, StaysWithinItsBounds) {
  ExpectUpdate(true, {1.5, 0, 1}, {1, 0, 0});
  ExpectUpdate(true, {1, 0, 1}, {1, 0, 0});
  UpdateCase(false, {3e38, 2, 0})
      .DataTypes({DataType::kFloat32})
      .Expect("LossScaling", {1}, {3e38f})
      .Expect("OutGoodSteps", {1}, {0})
      .Check();
}

TEST(UpdateLossScaling, ABadScaleRecovers) {
  for (const double scale : {kInfinity, kNaN, 0.0, -8.0}) {
    ExpectUpdate(true, {scale, 0, 1}, {1, 0, 0});
  }
}

TEST(UpdateLossScaling, ChecksInputs) {
  UpdateCase(true, {8, 0, 0})
      .With("InGoodSteps", Values({1}, {1}))
      .DataTypes({DataType::kFloat32})
      .ExpectError("InGoodSteps of update_loss_scaling is int64, not float");
  UpdateCase(true, {8, 0, 0})
      .WithAttr("decr_ratio", 1.0)
      .ExpectError("decr_ratio");
}

}  // namespace
}  // namespace paddle::operators::testing
