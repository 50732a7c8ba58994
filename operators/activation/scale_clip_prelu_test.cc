#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

const std::vector<DataType> kFloating = {
    DataType::kFloat16, DataType::kBFloat16, DataType::kFloat32,
    DataType::kFloat64};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Scale, MultipliesAndAdds) {
  OpCase("scale")
      .Input("X", Random({4, 5}))
      .Attr("scale", -2.5)
      .Attr("bias", 0.5)
      .DataTypes(kFloating)
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
      .Expect("Out", {4}, {3, -3, 1, 0})
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
      .DataTypes(kFloating)
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
      .Expect("Out", {4}, {-4, 3, 5, 90})
      .Check();
}

TEST(Clip, NaNStays) {
  OpCase("clip")
      .Input("X", Values({3}, {kNaN, kInfinity, -kInfinity}))
      .Attr("min", -1.0)
      .Attr("max", 1.0)
      .DataTypes(kFloating)
      .Expect("Out", {3}, {kNaN, 1, -1})
      .Check();
}

TEST(Clip, NaNPassesNoGradient) {
  OpCase("clip_grad")
      .Input("X", Values({5}, {kNaN, kInfinity, -kInfinity, -1, 1}))
      .Input("Out@GRAD", Values({5}, {2, 2, 2, 2, 2}))
      .Attr("min", -1.0)
      .Attr("max", 1.0)
      .Expect("X@GRAD", {5}, {0, 0, 0, 2, 2})
      .Check();
}

TEST(Clip, MinAboveMax) {
  OpCase("clip")
      .Input("X", Random({2}))
      .Attr("min", 2.0)
      .Attr("max", 1.0)
      .ExpectError("min that is not above its max; they are 2 and 1");
}

// X of [2, 3, 4] with slopes that stand beside element i of X at index(i).
OpCase Prelu(const std::string& mode, const framework::Dims& alpha,
             int64_t (*index)(int64_t)) {
  OpCase test("prelu", mode + alpha.ToString());
  test.Input("X", Random({2, 3, 4}).In(-2, 2).AwayFrom(0))
      .Input("Alpha", Random(alpha))
      .Attr("mode", mode)
      .Reference([index](OpValues& v) {
        Array out = v.In("X");
        for (int64_t i = 0; i < out.numel(); ++i) {
          if (out[i] < 0) out[i] *= v.In("Alpha")[index(i)];
        }
        v.Out("Out") = out;
      })
      .Gradient({"X", "Alpha"});
  return test;
}

TEST(Prelu, SlopesOfAllChannelsAndElements) {
  const auto all = [](int64_t) { return int64_t{0}; };
  const auto channel = [](int64_t i) { return i / 4 % 3; };
  const auto element = [](int64_t i) { return i % 12; };
  Prelu("all", {1}, all).ScaleRows({"X"}).Check();
  Prelu("all", {}, all).Check();
  Prelu("channel", {3}, channel).ScaleRows({"X"}).Check();
  Prelu("channel", {1, 3, 1}, channel).Check();
  Prelu("element", {3, 4}, element).ScaleRows({"X"}).Check();
  Prelu("element", {1, 3, 4}, element).Check();
}

TEST(Prelu, NaNStays) {
  OpCase("prelu")
      .Input("X", Values({3}, {kNaN, kInfinity, -kInfinity}))
      .Input("Alpha", Values({1}, {0.5}))
      .Expect("Out", {3}, {kNaN, kInfinity, -kInfinity})
      .Check();
}

TEST(Prelu, Errors) {
  const OpCase base = OpCase("prelu")
                          .Input("X", Random({2, 3}))
                          .Input("Alpha", Random({2}))
                          .Attr("mode", std::string("channel"));
  base.ExpectError("takes an Alpha of shape \\[3\\], not \\[2\\]");
  base.With("Alpha", Random({1}))
      .WithAttr("mode", std::string("row"))
      .ExpectError("mode .*row");
}

}  // namespace
}  // namespace paddle::operators::testing
