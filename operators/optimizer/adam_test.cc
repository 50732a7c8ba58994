// The family of Adam.
#include <cmath>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/optimizer/step_case.h"

namespace paddle::operators::testing {
namespace {

// Updates the moments s[0] and s[1].
void UpdateMoments(const OpValues& v, double g, std::vector<double>* s) {
  const double beta1 = v.Attr<double>("beta1");
  const double beta2 = v.Attr<double>("beta2");
  (*s)[0] = beta1 * (*s)[0] + (1 - beta1) * g;
  (*s)[1] = beta2 * (*s)[1] + (1 - beta2) * g * g;
}

// Moment1 / (sqrt(Moment2) + epsilon) without their bias.
double AdamDirection(const OpValues& v, const std::vector<double>& s) {
  const double m = s[0] / (1 - v.In("Beta1Pow")[0]);
  const double root = std::sqrt(s[1] / (1 - v.In("Beta2Pow")[0]));
  return m / (root + v.Attr<double>("epsilon"));
}

// The direction with epsilon hat.
double AdamHatDirection(const OpValues& v, const std::vector<double>& s) {
  const double m = s[0] / (1 - v.In("Beta1Pow")[0]);
  return m * std::sqrt(1 - v.In("Beta2Pow")[0]) /
         (std::sqrt(s[1]) + v.Attr<double>("epsilon"));
}

OpCase MomentsCase(const std::string& type, const GradForm& form,
                   const ElementRule& rule) {
  return RuleCase(
      type, form, {{"Moment1"}, {"Moment2", 0.01, 1}},
      [rule](OpValues& v, double p, double g, std::vector<double>& s) {
        UpdateMoments(v, g, &s);
        return rule(v, p, g, s);
      });
}

OpCase PowersCase(const std::string& type, const GradForm& form,
                  const ElementRule& rule) {
  return MomentsCase(type, form, rule)
      .Input("Beta1Pow", Values({1}, {0.729}))
      .Input("Beta2Pow", Values({}, {0.9}));
}

OpCase AdamCase(const GradForm& form) {
  return PowersCase(
      "adam", form, [](OpValues& v, double p, double, std::vector<double>& s) {
        v.Out("Beta1PowOut") =
            Array({1}, {v.In("Beta1Pow")[0] * v.Attr<double>("beta1")});
        v.Out("Beta2PowOut") =
            Array({}, {v.In("Beta2Pow")[0] * v.Attr<double>("beta2")});
        const bool hat = v.Attr<bool>("epsilon_hat");
        return p - v.In("LearningRate")[0] *
                       (hat ? AdamHatDirection(v, s) : AdamDirection(v, s));
      });
}

TEST(Adam, MatchesReference) {
  for (const GradForm& form : kForms) AdamCase(form).Check();
  AdamCase(kForms[0])
      .Attr("beta1", 0.5)
      .Attr("beta2", 0.75)
      .Attr("epsilon", 0.125)
      .Check();
  AdamCase(kForms[0]).SweepAttrs({"beta1"}).Check();
}

TEST(Adam, EpsilonHat) {
  for (const GradForm& form : kForms) {
    AdamCase(form).Attr("epsilon_hat", true).Attr("epsilon", 0.125).Check();
  }
}

TEST(Adam, WithoutPowerOutputs) {
  AdamCase(kForms[0])
      .Output("Beta1PowOut", 0)
      .Output("Beta2PowOut", 0)
      .WithoutReference("see MatchesReference")
      .Reference(nullptr)
      .Check();
}

TEST(Adam, ChecksAttributes) {
  AdamCase(kForms[0]).Attr("beta1", 1.0).ExpectError("beta1");
  AdamCase(kForms[0]).Attr("epsilon", -1.0).ExpectError("epsilon");
}

TEST(Adam, AdamW) {
  for (const GradForm& form : kForms) {
    PowersCase("adamw", form,
               [](OpValues& v, double p, double, std::vector<double>& s) {
                 const double rate = v.In("LearningRate")[0];
                 p -= rate * v.Attr<double>("coeff") * p;
                 return p - rate * AdamDirection(v, s);
               })
        .Attr("coeff", 0.5)
        .Attr("epsilon", 0.125)
        .Check();
  }
}

TEST(Adam, NAdam) {
  for (const GradForm& form : kForms) {
    MomentsCase("nadam", form,
                [](OpValues& v, double p, double g, std::vector<double>& s) {
                  const double t = v.In("Step")[0] + 1;
                  const auto mu = [&](double step) {
                    const double psi = v.Attr<double>("momentum_decay");
                    return v.Attr<double>("beta1") *
                           (1 - 0.5 * std::pow(0.96, step * psi));
                  };
                  const double product = v.In("MuProduct")[0] * mu(t);
                  v.Out("StepOut") = Array({1}, {t});
                  v.Out("MuProductOut") = Array({1}, {product});
                  const double bias = 1 - std::pow(v.Attr<double>("beta2"), t);
                  const double root =
                      std::sqrt(s[1] / bias) + v.Attr<double>("epsilon");
                  const double direction =
                      (1 - mu(t)) / (1 - product) * g +
                      mu(t + 1) / (1 - product * mu(t + 1)) * s[0];
                  return p - v.In("LearningRate")[0] * direction / root;
                })
        .Input("Step", Values({1}, {3}))
        .Input("MuProduct", Values({1}, {0.25}))
        .Attr("momentum_decay", 0.5)
        .Check();
  }
}

TEST(Adam, RAdam) {
  // Before and behind the step in which the rate begins to be adapted.
  for (const double step : {2.0, 40.0}) {
    for (const GradForm& form : kForms) {
      MomentsCase(
          "radam", form,
          [step](OpValues& v, double p, double, std::vector<double>& s) {
            const double beta2 = v.Attr<double>("beta2");
            const double t = step + 1;
            v.Out("StepOut") = Array({1}, {t});
            const double m = s[0] / (1 - std::pow(v.Attr<double>("beta1"), t));
            const double rate = v.In("LearningRate")[0];
            const double bias = 1 - std::pow(beta2, t);
            const double limit = 2 / (1 - beta2) - 1;
            const double length = limit - 2 * t * std::pow(beta2, t) / bias;
            if (length <= 5) return p - rate * m;
            const double rectified =
                std::sqrt((length - 4) * (length - 2) * limit /
                          ((limit - 4) * (limit - 2) * length));
            const double root = std::sqrt(s[1]) + v.Attr<double>("epsilon");
            return p - rate * m * rectified * std::sqrt(bias) / root;
          })
          .Input("Step", Values({1}, {step}))
          .Check();
    }
  }
}

// As the norms need all elements, its own loop.
void Lamb(OpValues& v) {
  Array& p = v.Out("ParamOut");
  Array& m = v.Out("Moment1Out");
  Array& s = v.Out("Moment2Out");
  p = v.In("Param");
  m = v.In("Moment1");
  s = v.In("Moment2");
  Array r = p;
  double p_norm = 0, r_norm = 0;
  for (int64_t i = 0; i < p.numel(); ++i) {
    std::vector<double> moments = {m[i], s[i]};
    UpdateMoments(v, v.In("Grad")[i], &moments);
    m[i] = moments[0];
    s[i] = moments[1];
    r[i] = AdamDirection(v, moments) + v.Attr<double>("weight_decay") * p[i];
    p_norm += p[i] * p[i];
    r_norm += r[i] * r[i];
  }
  const double ratio =
      p_norm > 0 && r_norm > 0 ? std::sqrt(p_norm / r_norm) : 1;
  for (int64_t i = 0; i < p.numel(); ++i) {
    p[i] -= v.In("LearningRate")[0] * ratio * r[i];
  }
}

TEST(Adam, Lamb) {
  for (const GradForm& form : {kForms[0], kForms[1]}) {
    PowersCase("lamb", form, nullptr)
        .Attr("weight_decay", 0.25)
        .Reference(Lamb)
        .Check();
  }
}

// The ratio of norms is 1 then.
TEST(Adam, LambOfZeros) {
  OpCase("lamb", "of zeros")
      .Input("Param", Values({3}, {0, 0, 0}))
      .Input("Grad", Random({3}))
      .Input("LearningRate", Values({1}, {0.25}))
      .Input("Moment1", Random({3}))
      .Input("Moment2", Random({3}).In(0.01, 1))
      .Input("Beta1Pow", Values({1}, {0.729}))
      .Input("Beta2Pow", Values({1}, {0.9}))
      .Reference(Lamb)
      .Check();
}

}  // namespace
}  // namespace paddle::operators::testing
