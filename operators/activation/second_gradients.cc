// The second gradients of activations. Each writes the first gradient again
// with ordinary operators, which have gradients of their own.
#include <cmath>
#include <functional>
#include <string>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {
namespace {

using framework::GradMaker;

// Returns the second gradient of an activation whose derivative `write`
// computes from the slot `saved`.
GradMaker Derivative(
    std::string saved,
    std::function<std::string(Composite* c, const std::string& saved)> write) {
  return CompositeGradient(
      [saved = std::move(saved), write = std::move(write)](Composite* c) {
        c->Result("X@GRAD", c->Mul(c->In("Out@GRAD"), write(c, c->In(saved))));
      });
}

std::string Sigmoid(Composite* c, const std::string& x) {
  return c->Of("sigmoid", x);
}

// Writes the derivative of x sigmoid(beta x): s + beta x s (1 - s).
std::string SwishDerivative(Composite* c, const std::string& x, double beta) {
  const std::string s = Sigmoid(c, c->Scale(x, beta));
  const std::string rest = c->Mul(s, c->Scale(s, -1, 1));
  return c->Add(s, c->Scale(c->Mul(x, rest), beta));
}

// Writes 1 - tanh(scale x)^2.
std::string SquaredSech(Composite* c, const std::string& x, double scale) {
  return c->Scale(c->Of("square", c->Of("tanh", c->Scale(x, scale))), -1, 1);
}

// Writes Phi(x) + x phi(x), the derivative of x Phi(x).
std::string GeluDerivative(Composite* c, const std::string& x) {
  const std::string half =
      c->Scale(c->Of("erf", c->Scale(x, std::sqrt(0.5))), 0.5, 0.5);
  const std::string density =
      c->Scale(c->Of("exp", c->Scale(c->Of("square", x), -0.5)),
               1 / std::sqrt(2 * M_PI));
  return c->Add(half, c->Mul(x, density));
}

// Writes (1 + t + x (1 - t^2) inner') / 2 with t = tanh(inner(x)).
std::string ApproximateGeluDerivative(Composite* c, const std::string& x) {
  constexpr double kCubic = 0.044715;
  const double scale = std::sqrt(2 / M_PI);
  const std::string square = c->Of("square", x);
  const std::string inner = c->Mul(x, c->Scale(square, scale * kCubic, scale));
  const std::string slope = c->Scale(square, 3 * scale * kCubic, scale);
  const std::string t = c->Of("tanh", inner);
  const std::string rest =
      c->Mul(c->Mul(x, slope), c->Scale(c->Of("square", t), -1, 1));
  return c->Scale(c->Add(t, rest), 0.5, 0.5);
}

// Writes t + x (1 - t^2) sigmoid(x) with t = tanh(softplus(x)).
std::string MishDerivative(Composite* c, const std::string& x) {
  const std::string t = c->Of("tanh", c->Of("softplus", x));
  const std::string rest =
      c->Mul(c->Scale(c->Of("square", t), -1, 1), c->Mul(x, Sigmoid(c, x)));
  return c->Add(t, rest);
}

// Writes 1 where low < x < high, otherwise 0. It is a constant to
// differentiation, as it should be: the steps have no derivative.
std::string Between(Composite* c, const std::string& x, double low,
                    double high) {
  return c->Sub(c->Above(x, low), c->Above(x, high));
}

// Writes the three pieces of the derivative as a sum of masks.
std::string HardSwishDerivative(Composite* c, const std::string& x) {
  const double threshold = c->Attr<double>("threshold");
  const double scale = c->Attr<double>("scale");
  const double offset = c->Attr<double>("offset");
  const std::string inside = Between(c, x, -offset, threshold - offset);
  const std::string above = c->Above(x, threshold - offset);
  return c->Add(c->Mul(inside, c->Scale(x, 2 / scale, offset / scale)),
                c->Scale(above, threshold / scale));
}

// Writes x > 0 ? 1 : alpha exp(x). exp sees min(x, 0) only: a large x would
// overflow to inf, and inf times the mask 0 is NaN.
std::string EluDerivative(Composite* c, const std::string& x) {
  const std::string above = c->Above(x, 0);
  const std::string low = c->Sub(x, c->Of("relu", x));
  return c->Add(above,
                c->Mul(c->Scale(above, -1, 1),
                       c->Scale(c->Of("exp", low), c->Attr<double>("alpha"))));
}

std::string SeluDerivative(Composite* c, const std::string& x) {
  return c->Scale(EluDerivative(c, x), c->Attr<double>("scale"));
}

}  // namespace

// Smooth functions: each line writes d(saved), the factor of Out@GRAD, and with
// it the gradient operator once more; its gradients follow from the operators
// that are used. A derivative in terms of Out is preferred where the first
// gradient reads it, so that X need not be kept.
REGISTER_GRADIENT_MAKER(cos_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Scale(c->Of("sin", x), -1);
                        }));
REGISTER_GRADIENT_MAKER(sin_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("cos", x);
                        }));
REGISTER_GRADIENT_MAKER(elu_grad, Derivative("X", EluDerivative));
REGISTER_GRADIENT_MAKER(tan_grad, Derivative("Out", [](Composite* c,
                                                       const std::string& y) {
                          return c->Scale(c->Of("square", y), 1, 1);
                        }));
REGISTER_GRADIENT_MAKER(sinh_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("cosh", x);
                        }));
REGISTER_GRADIENT_MAKER(cosh_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("sinh", x);
                        }));
REGISTER_GRADIENT_MAKER(asin_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("rsqrt",
                                       c->Scale(c->Of("square", x), -1, 1));
                        }));
REGISTER_GRADIENT_MAKER(
    acos_grad, Derivative("X", [](Composite* c, const std::string& x) {
      return c->Scale(c->Of("rsqrt", c->Scale(c->Of("square", x), -1, 1)), -1);
    }));
REGISTER_GRADIENT_MAKER(atan_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("reciprocal",
                                       c->Scale(c->Of("square", x), 1, 1));
                        }));
REGISTER_GRADIENT_MAKER(asinh_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("rsqrt",
                                       c->Scale(c->Of("square", x), 1, 1));
                        }));
REGISTER_GRADIENT_MAKER(acosh_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("rsqrt",
                                       c->Scale(c->Of("square", x), 1, -1));
                        }));
REGISTER_GRADIENT_MAKER(atanh_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("reciprocal",
                                       c->Scale(c->Of("square", x), -1, 1));
                        }));
REGISTER_GRADIENT_MAKER(selu_grad, Derivative("X", SeluDerivative));
REGISTER_GRADIENT_MAKER(erf_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Scale(
                              c->Of("exp", c->Scale(c->Of("square", x), -1)),
                              2 / std::sqrt(M_PI));
                        }));
REGISTER_GRADIENT_MAKER(expm1_grad, Derivative("Out", [](Composite* c,
                                                         const std::string& y) {
                          return c->Scale(y, 1, 1);
                        }));
REGISTER_GRADIENT_MAKER(gelu_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Attr<bool>("approximate")
                                     ? ApproximateGeluDerivative(c, x)
                                     : GeluDerivative(c, x);
                        }));
REGISTER_GRADIENT_MAKER(hard_swish_grad, Derivative("X", HardSwishDerivative));
REGISTER_GRADIENT_MAKER(log1p_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("reciprocal", c->Scale(x, 1, 1));
                        }));
REGISTER_GRADIENT_MAKER(logsigmoid_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return Sigmoid(c, c->Scale(x, -1));
                        }));
REGISTER_GRADIENT_MAKER(mish_grad, Derivative("X", MishDerivative));
// x^0 is constant: its gradient is 0 everywhere, also where x^(-1) is inf.
REGISTER_GRADIENT_MAKER(pow_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          const double factor = c->Attr<double>("factor");
                          if (factor == 0) return c->ZerosLike(x);
                          return c->Scale(c->Pow(x, factor - 1), factor);
                        }));
REGISTER_GRADIENT_MAKER(reciprocal_grad,
                        Derivative("Out",
                                   [](Composite* c, const std::string& y) {
                                     return c->Scale(c->Of("square", y), -1);
                                   }));
REGISTER_GRADIENT_MAKER(rsqrt_grad, Derivative("Out", [](Composite* c,
                                                         const std::string& y) {
                          return c->Scale(c->Mul(y, c->Of("square", y)), -0.5);
                        }));
// silu is swish with beta 1.
REGISTER_GRADIENT_MAKER(silu_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return SwishDerivative(c, x, 1);
                        }));
REGISTER_GRADIENT_MAKER(soft_relu_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          const double bound = c->Attr<double>("threshold");
                          return c->Mul(Sigmoid(c, x),
                                        Between(c, x, -bound, bound));
                        }));
// The derivative of softplus is an operator itself.
REGISTER_GRADIENT_MAKER(softplus_grad, Derivative("X", Sigmoid));
REGISTER_GRADIENT_MAKER(softsign_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of(
                              "reciprocal",
                              c->Of("square", c->Scale(c->Of("abs", x), 1, 1)));
                        }));
REGISTER_GRADIENT_MAKER(stanh_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          const double a = c->Attr<double>("scale_a");
                          return c->Scale(SquaredSech(c, x, a),
                                          a * c->Attr<double>("scale_b"));
                        }));
REGISTER_GRADIENT_MAKER(swish_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return SwishDerivative(c, x, c->Attr<double>("beta"));
                        }));
REGISTER_GRADIENT_MAKER(tanh_shrink_grad,
                        Derivative("X", [](Composite* c, const std::string& x) {
                          return c->Of("square", c->Of("tanh", x));
                        }));

// Writes alpha * z, with alpha broadcast over z as prelu does it. prelu itself
// knows how: it multiplies negative numbers by alpha, so z goes through it as
// two halves.
std::string PreluProduct(Composite* c, const std::string& z,
                         const std::string& alpha) {
  const auto below = [&](double sign) {  // alpha * -max(sign z, 0)
    const std::string x = c->Scale(c->Of("relu", c->Scale(z, sign)), -1);
    return c->Op("prelu", {{"X", {x}}, {"Alpha", {alpha}}},
                 {{"mode", c->GetAttribute("mode")}});
  };
  return c->Sub(below(-1), below(1));
}

REGISTER_GRADIENT_MAKER(
    prelu_grad, CompositeGradient([](Composite* c) {
      const std::string x = c->In("X"), alpha = c->In("Alpha");
      const std::string u = c->Flowing("X@GRAD"), v = c->Flowing("Alpha@GRAD");
      const std::string above = c->Above(x, 0);
      std::string tangent;
      if (!u.empty()) {
        const std::string kept = c->Mul(u, above);
        tangent = c->Add(kept, PreluProduct(c, c->Sub(u, kept), alpha));
      }
      if (!v.empty()) {
        const std::string below = c->Sub(x, c->Mul(x, above));
        const std::string part = PreluProduct(c, below, v);
        tangent = tangent.empty() ? part : c->Add(tangent, part);
      }
      c->Tangent("Out", tangent);
    }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_activation() { return 0; }
