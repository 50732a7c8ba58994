#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

// How a gradient is given: dense, or as rows of which some are missing, some
// appear twice, and which are not in order.
struct GradForm {
  const char* name;
  bool sparse;
  bool lazy;
};
constexpr GradForm kForms[] = {{"dense", false, false},
                               {"of rows", true, false},
                               {"of rows, lazily", true, true}};
const std::vector<int64_t> kRows = {5, 0, 2, 5, 5, 0};
constexpr int64_t kHeight = 7;
constexpr int64_t kWidth = 70;  // more than a block of a vector loop

// Where the reference changes nothing.
bool Untouched(int64_t element, bool lazy) {
  const int64_t row = element / kWidth;
  return lazy && row != 0 && row != 2 && row != 5;
}

OpCase StepCase(const std::string& type, const GradForm& form,
                const std::string& name = "") {
  OpCase op_case(type, std::string(form.name) + name);
  const Dims dims({kHeight, kWidth});
  op_case.Input("Param", Random(dims))
      .Input("LearningRate", Values({1}, {0.25}))
      .Input("Grad", form.sparse
                         ? Random({static_cast<int64_t>(kRows.size()), kWidth})
                               .Rows(kHeight, kRows)
                         : Random(dims));
  if (form.lazy) op_case.Attr("lazy_mode", true);
  if (!form.sparse) op_case.ScaleRows({"Param", "Grad"});
  return op_case;
}

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
  OpCase op_case = StepCase("momentum", form, nesterov ? ", Nesterov" : "");
  op_case.Input("Velocity", Random({kHeight, kWidth}))
      .Attr("mu", 0.875)
      .Attr("use_nesterov", nesterov)
      .Reference([form](OpValues& v) {
        const double mu = v.Attr<double>("mu");
        Array& velocity = v.Out("VelocityOut");
        Array& p = v.Out("ParamOut");
        velocity = v.In("Velocity");
        p = v.In("Param");
        for (int64_t i = 0; i < p.numel(); ++i) {
          if (Untouched(i, form.lazy)) continue;
          const double g = v.In("Grad")[i];
          velocity[i] = mu * velocity[i] + g;
          const double step =
              v.Attr<bool>("use_nesterov") ? g + mu * velocity[i] : velocity[i];
          p[i] -= v.In("LearningRate")[0] * step;
        }
      })
      .SweepAttrs({"mu"});
  if (!form.sparse) op_case.ScaleRows({"Param", "Grad", "Velocity"});
  return op_case;
}

TEST(Optimizer, Momentum) {
  for (const GradForm& form : kForms) {
    MomentumCase(form, false).Check();
    MomentumCase(form, true).Check();
  }
}

OpCase AdamCase(const GradForm& form) {
  OpCase op_case = StepCase("adam", form);
  op_case.Input("Moment1", Random({kHeight, kWidth}))
      .Input("Moment2", Random({kHeight, kWidth}).In(0.01, 1))
      .Input("Beta1Pow", Values({1}, {0.729}))
      .Input("Beta2Pow", Values({}, {0.9}))
      .Reference([form](OpValues& v) {
        const double beta1 = v.Attr<double>("beta1");
        const double beta2 = v.Attr<double>("beta2");
        const double power1 = v.In("Beta1Pow")[0];
        const double power2 = v.In("Beta2Pow")[0];
        Array& m = v.Out("Moment1Out");
        Array& s = v.Out("Moment2Out");
        Array& p = v.Out("ParamOut");
        m = v.In("Moment1");
        s = v.In("Moment2");
        p = v.In("Param");
        for (int64_t i = 0; i < p.numel(); ++i) {
          if (Untouched(i, form.lazy)) continue;
          const double g = v.In("Grad")[i];
          m[i] = beta1 * m[i] + (1 - beta1) * g;
          s[i] = beta2 * s[i] + (1 - beta2) * g * g;
          const double rate =
              v.In("LearningRate")[0] * std::sqrt(1 - power2) / (1 - power1);
          p[i] -= rate * m[i] / (std::sqrt(s[i]) + v.Attr<double>("epsilon"));
        }
        v.Out("Beta1PowOut") = Array({1}, {power1 * beta1});
        v.Out("Beta2PowOut") = Array({}, {power2 * beta2});
      });
  if (!form.sparse) op_case.ScaleRows({"Param", "Grad", "Moment1", "Moment2"});
  return op_case;
}

TEST(Optimizer, Adam) {
  for (const GradForm& form : kForms) AdamCase(form).Check();
  AdamCase(kForms[0])
      .Attr("beta1", 0.5)
      .Attr("beta2", 0.75)
      .Attr("epsilon", 0.125)
      .Check();
  AdamCase(kForms[0]).SweepAttrs({"beta1"}).Check();
}

TEST(Optimizer, AdamWithoutPowerOutputs) {
  AdamCase(kForms[0])
      .Output("Beta1PowOut", 0)
      .Output("Beta2PowOut", 0)
      .WithoutReference("see Adam")
      .Reference(nullptr)
      .Check();
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
  AdamCase(kForms[0]).Attr("beta1", 1.0).ExpectError("beta1");
  StepCase("momentum", kForms[0])
      .Input("Velocity", Random({kHeight, kWidth}))
      .ExpectError("mu");
}

}  // namespace
}  // namespace paddle::operators::testing
