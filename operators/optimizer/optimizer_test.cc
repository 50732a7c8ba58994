#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/optimizer/step_case.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

void Sgd(OpValues& v) {
  Array& p = v.Out("ParamOut");
  p = v.In("Param");
  for (int64_t i = 0; i < p.numel(); ++i) {
    p[i] -= v.In("LearningRate")[0] * v.In("Grad")[i];
  }
}

TEST(Optimizer, Sgd) {
  for (const GradForm& form : {kForms[0], kForms[1]}) {
    StepCase("sgd", form).Reference(Sgd).Check();
  }
  OpCase("sgd", "of scalars")
      .Input("Param", Values({}, {3}))
      .Input("LearningRate", Values({}, {0.5}))
      .Input("Grad", Values({}, {2}))
      .Reference([](OpValues& v) { v.Out("ParamOut") = Array({}, 2.0); })
      .Check();
}

TEST(Optimizer, SgdWithoutRows) {
  OpCase("sgd", "without rows")
      .Input("Param", Random({4, 3}))
      .Input("LearningRate", Values({1}, {0.5}))
      .Input("Grad", Random({0, 3}).Rows(4, {}))
      .Reference([](OpValues& v) { v.Out("ParamOut") = v.In("Param"); })
      .Check();
}

// Parameters that have the rows of the gradient, and others; the last has all.
TEST(Optimizer, SgdOfRows) {
  const std::vector<std::vector<int64_t>> kHeld = {
      {6, 5, 0, 2}, {0, 2, 5}, {0, 1, 2, 3, 4, 5, 6}};
  for (const std::vector<int64_t>& held : kHeld) {
    const int64_t count = static_cast<int64_t>(held.size());
    StepCase("sgd", kForms[1], ", of rows")
        .Input("Param", Random({count, kWidth}).Rows(kHeight, held))
        .Reference(Sgd)
        .Check();
  }
}

TEST(Optimizer, SgdOfNoRows) {
  OpCase("sgd", "of no rows")
      .Input("Param", Random({0, 3}).Rows(4, {}))
      .Input("LearningRate", Values({1}, {0.5}))
      .Input("Grad", Random({0, 3}).Rows(4, {}))
      .Reference([](OpValues& v) { v.Out("ParamOut") = v.In("Param"); })
      .Check();
}

TEST(Optimizer, ChecksRowsOfParameters) {
  const OpCase base = OpCase("sgd")
                          .Input("Param", Random({2, 3}).Rows(5, {4, 1}))
                          .Input("Grad", Random({2, 3}).Rows(5, {1, 2}))
                          .Input("LearningRate", Values({1}, {0.5}));
  base.ExpectError("OutOfRange: row 2 is not among the 2 rows of the table");
  base.With("Grad", Random({5, 3}))
      .ExpectError(
          "InvalidArgument.*Param of sgd is SelectedRows, but Grad is a dense "
          "tensor \\[5, 3\\]");
  base.With("Param", Random({2, 3}).Rows(5, {1, 1}))
      .ExpectError("InvalidArgument.*a table has row 1 twice");
  base.With("Grad", Random({2, 3}).Rows(6, {1, 4}))
      .ExpectError("Grad of sgd is \\[6, 3\\], but Param is \\[5, 3\\]");
  OpCase("momentum")
      .Input("Param", Random({2, 3}).Rows(5, {4, 1}))
      .Input("Grad", Random({1, 3}).Rows(5, {1}))
      .Input("Velocity", Random({5, 3}))
      .Input("LearningRate", Values({1}, {0.5}))
      .Attr("mu", 0.5)
      .ExpectError(
          "input Param of operator momentum must be a dense tensor, but the "
          "variable 'Param' is SelectedRows");
}

// Wide and tall enough for several threads.
TEST(Optimizer, ManyRowsTwice) {
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < 1500; ++i) rows.push_back(i * 7919 % 900);
  for (const char* type : {"sgd", "momentum", "adam"}) {
    OpCase op_case(type, "of many rows");
    op_case.Input("Param", Random({1000, 48}))
        .Input("LearningRate", Values({1}, {0.5}))
        .Input("Grad", Random({1500, 48}).Rows(1000, rows))
        .WithoutReference("the small cases have one");
    const std::string optimizer = type;
    if (optimizer == "momentum") {
      op_case.Attr("mu", 0.9).Input("Velocity", Random({1000, 48}));
    }
    if (optimizer == "adam") {
      op_case.Input("Moment1", Random({1000, 48}))
          .Input("Moment2", Random({1000, 48}).In(0.1, 1))
          .Input("Beta1Pow", Values({1}, {0.5}))
          .Input("Beta2Pow", Values({1}, {0.75}));
    }
    op_case.Check();
  }
}

OpCase MomentumCase(const GradForm& form, bool nesterov) {
  return RuleCase(
             "momentum", form, {{"Velocity"}},
             [](OpValues& v, double p, double g, std::vector<double>& s) {
               const double mu = v.Attr<double>("mu");
               s[0] = mu * s[0] + g;
               const bool nesterov = v.Attr<bool>("use_nesterov");
               const double step = nesterov ? g + mu * s[0] : s[0];
               return p - v.In("LearningRate")[0] * step;
             },
             nesterov ? ", Nesterov" : "")
      .Attr("mu", 0.875)
      .Attr("use_nesterov", nesterov)
      .SweepAttrs({"mu"});
}

TEST(Optimizer, Momentum) {
  for (const GradForm& form : kForms) {
    MomentumCase(form, false).Check();
    MomentumCase(form, true).Check();
  }
}

TEST(Optimizer, ChecksShapes) {
  const auto sgd = [](Data grad, Data rate) {
    return OpCase("sgd")
        .Input("Param", Random({4, 3}))
        .Input("Grad", grad)
        .Input("LearningRate", rate);
  };
  const Data rate = Values({1}, {0.5});
  sgd(Random({4, 2}), rate)
      .ExpectError("Grad of sgd is \\[4, 2\\], but Param is \\[4, 3\\]");
  sgd(Random({2, 3}).Rows(5, {0, 1}), rate)
      .ExpectError("Grad of sgd is \\[5, 3\\], but Param is \\[4, 3\\]");
  sgd(Random({4, 3}).As(DataType::kFloat32), rate)
      .ExpectError("Grad of sgd is float32, but Param is float64");
  sgd(Random({4, 3}), Random({2}))
      .ExpectError("LearningRate of sgd is one number, not \\[2\\]");
  sgd(Random({2, 3}).Rows(4, {0, 4}), rate).ExpectError("4");
  OpCase("momentum")
      .Input("Param", Random({4}))
      .Input("Grad", Random({4}))
      .Input("Velocity", Random({5}))
      .Input("LearningRate", rate)
      .Attr("mu", 0.5)
      .ExpectError("Velocity of momentum is \\[5\\], but Param is \\[4\\]");
}

TEST(Optimizer, ChecksAttributes) {
  StepCase("momentum", kForms[0])
      .Input("Velocity", Random({kHeight, kWidth}))
      .ExpectError("mu");
  StepCase("decayed_adagrad", kForms[0])
      .Input("Moment", Random({kHeight, kWidth}))
      .Attr("decay", 1.0)
      .ExpectError("decay");
  StepCase("proximal_gd", kForms[0]).Attr("l1", -1.0).ExpectError("l1");
}

}  // namespace
}  // namespace paddle::operators::testing
