#include <cmath>

#include "paddle/operators/testing/op_test.h"

namespace {

using paddle::operators::testing::OpCase;
using paddle::operators::testing::OpValues;
using paddle::operators::testing::Random;
using paddle::operators::testing::Values;

TEST(LogCosh, IsTheLogarithmOfCosh) {
  OpCase("log_cosh")
      .Input("X", Random({3, 5}).In(-3, 3))
      .Attr("scale", 0.5)
      .Reference([](OpValues& v) {
        const double scale = v.Attr<double>("scale");
        v.Out("Out") = v.In("X").Map([=](double x) {
          return scale * scale * std::log(std::cosh(x / scale));
        });
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(LogCosh, LargeValuesDoNotOverflow) {
  OpCase("log_cosh", "large")
      .Input("X", Values({3}, {-1e4, 0, 1e4}))
      .Reference([](OpValues& v) {
        v.Out("Out") = v.In("X").Map(
            [](double x) { return x == 0 ? 0 : std::abs(x) - std::log(2.0); });
      })
      .Check();
}

TEST(LogCosh, TheScaleIsPositive) {
  OpCase("log_cosh", "scale")
      .Input("X", Random({3}))
      .Attr("scale", 0.0)
      .ExpectError("attribute scale of operator log_cosh is 0");
}

}  // namespace
