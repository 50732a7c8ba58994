// Tests of the optimizers that scale each element by the size of its gradients,
// and of those that shrink parameters towards zero.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/optimizer/step_case.h"

namespace paddle::operators::testing {
namespace {

using Elements = std::vector<double>;

double Rate(const OpValues& v) { return v.In("LearningRate")[0]; }

TEST(Adaptive, Adagrad) {
  for (const GradForm& form : {kForms[0], kForms[1]}) {
    RuleCase("adagrad", form, {{"Moment", 0, 1}},
             [](OpValues& v, double p, double g, Elements& s) {
               s[0] += g * g;
               const double root = std::sqrt(s[0]) + v.Attr<double>("epsilon");
               return p - Rate(v) * g / root;
             })
        .Attr("epsilon", 0.125)
        .Check();
  }
}

TEST(Adaptive, DecayedAdagrad) {
  for (const GradForm& form : kForms) {
    RuleCase("decayed_adagrad", form, {{"Moment", 0.01, 1}},
             [](OpValues& v, double p, double g, Elements& s) {
               const double decay = v.Attr<double>("decay");
               s[0] = decay * s[0] + (1 - decay) * g * g;
               const double root = std::sqrt(s[0]) + v.Attr<double>("epsilon");
               return p - Rate(v) * g / root;
             })
        .Attr("decay", 0.75)
        .Check();
  }
}

TEST(Adaptive, Adadelta) {
  for (const GradForm& form : kForms) {
    RuleCase("adadelta", form,
             {{"AvgSquaredGrad", 0, 1}, {"AvgSquaredUpdate", 0, 1}},
             [](OpValues& v, double p, double g, Elements& s) {
               const double rho = v.Attr<double>("rho");
               const double epsilon = v.Attr<double>("epsilon");
               s[0] = rho * s[0] + (1 - rho) * g * g;
               const double delta =
                   g * std::sqrt(s[1] + epsilon) / std::sqrt(s[0] + epsilon);
               s[1] = rho * s[1] + (1 - rho) * delta * delta;
               return p - Rate(v) * delta;
             })
        .Attr("epsilon", 0.125)
        .Check();
  }
}

double RmsProp(OpValues& v, double p, double g, Elements& s) {
  const double decay = v.Attr<double>("decay");
  s[0] = decay * s[0] + (1 - decay) * g * g;
  double variance = s[0];
  if (s.size() == 3) {
    s[2] = decay * s[2] + (1 - decay) * g;
    variance -= s[2] * s[2];
  }
  const double root = std::sqrt(variance) + v.Attr<double>("epsilon");
  s[1] = v.Attr<double>("momentum") * s[1] + g / root;
  return p - Rate(v) * s[1];
}

TEST(Adaptive, RmsProp) {
  for (const GradForm& form : kForms) {
    RuleCase("rmsprop", form, {{"MeanSquare", 0.25, 1}, {"Moment"}}, RmsProp)
        .Attr("momentum", 0.5)
        .Attr("epsilon", 0.125)
        .Check();
    RuleCase("rmsprop", form,
             {{"MeanSquare", 0.25, 1}, {"Moment"}, {"MeanGrad", -0.25, 0.25}},
             RmsProp, ", centered")
        .Attr("momentum", 0.5)
        .Check();
  }
}

TEST(Adaptive, Adamax) {
  for (const GradForm& form : kForms) {
    RuleCase("adamax", form, {{"Moment"}, {"InfNorm", 0.01, 1}},
             [](OpValues& v, double p, double g, Elements& s) {
               const double beta1 = v.Attr<double>("beta1");
               const double power = v.In("Beta1Pow")[0];
               v.Out("Beta1PowOut") = Array({1}, {power * beta1});
               s[0] = beta1 * s[0] + (1 - beta1) * g;
               s[1] = std::max(v.Attr<double>("beta2") * s[1],
                               std::fabs(g) + v.Attr<double>("epsilon"));
               return p - Rate(v) / (1 - power) * s[0] / s[1];
             })
        .Input("Beta1Pow", Values({1}, {0.729}))
        .Attr("epsilon", 0.125)
        .Check();
  }
}

double Ftrl(OpValues& v, double p, double g, Elements& s) {
  const auto root = [&](double x) {
    return std::pow(x, -v.Attr<double>("lr_power")) / Rate(v);
  };
  const double squares = s[0] + g * g;
  s[1] += g - (root(squares) - root(s[0])) * p;
  s[0] = squares;
  const double l1 = v.Attr<double>("l1"), l2 = v.Attr<double>("l2");
  if (std::fabs(s[1]) <= l1) return 0;
  return (std::copysign(l1, s[1]) - s[1]) / (root(squares) + 2 * l2);
}

TEST(Adaptive, Ftrl) {
  for (const double power : {-0.5, -0.75}) {
    for (const GradForm& form : kForms) {
      RuleCase("ftrl", form,
               {{"SquaredAccumulator", 0.01, 1}, {"LinearAccumulator"}}, Ftrl)
          .Attr("l1", 0.5)
          .Attr("l2", 0.25)
          .Attr("lr_power", power)
          .Check();
    }
  }
}

OpCase FtrlOfZeros(double rate) {
  return OpCase("ftrl", "of zeros")
      .Input("Param", Values({2}, {1, -1}))
      .Input("LearningRate", Values({1}, {rate}))
      .Input("Grad", Values({2}, {0, 0}))
      .Input("SquaredAccumulator", Values({2}, {0, 0}))
      .Input("LinearAccumulator", Values({2}, {0, 0}));
}

// Nothing is divided by zero.
TEST(Adaptive, FtrlWithoutGradients) {
  FtrlOfZeros(0.25)
      .Reference([&](OpValues& v) { v.Out("ParamOut") = Array({2}, 0.0); })
      .Check();
  FtrlOfZeros(0).ExpectError("ftrl divides by the learning rate, which is 0");
}

double Shrunk(const OpValues& v, double q) {
  const double size =
      std::max(std::fabs(q) - Rate(v) * v.Attr<double>("l1"), 0.0);
  return std::copysign(size, q) / (1 + Rate(v) * v.Attr<double>("l2"));
}

TEST(Adaptive, ProximalGd) {
  for (const GradForm& form : kForms) {
    RuleCase("proximal_gd", form, {},
             [](OpValues& v, double p, double g, Elements&) {
               return Shrunk(v, p - Rate(v) * g);
             })
        .Attr("l1", 0.5)
        .Attr("l2", 0.75)
        .Check();
  }
}

TEST(Adaptive, ProximalAdagrad) {
  for (const GradForm& form : kForms) {
    RuleCase("proximal_adagrad", form, {{"Moment", 0, 0}},
             [](OpValues& v, double p, double g, Elements& s) {
               s[0] += g * g;
               const double step = s[0] > 0 ? g / std::sqrt(s[0]) : 0;
               return Shrunk(v, p - Rate(v) * step);
             })
        .Attr("l1", 0.5)
        .Attr("l2", 0.75)
        .Check();
  }
}

}  // namespace
}  // namespace paddle::operators::testing
