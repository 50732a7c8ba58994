// The second gradients of reductions. A tangent is the derivative of Out along
// the gradient that flows into X@GRAD, written with ordinary operators; its
// gradients are the second gradients.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

namespace {

// Attributes of reductions, and of what runs along an axis.
const framework::NameList& Axes() {
  static const auto& names =
      *new framework::NameList{"dim", "keep_dim", "reduce_all"};
  return names;
}
const framework::NameList& Running() {
  static const auto& names =
      *new framework::NameList{"axis", "exclusive", "reverse"};
  return names;
}

// Writes the tangent of a maximum or minimum: the sum over the elements that
// are selected, which the gradient operator finds if it is run on ones.
void ExtremeTangent(Composite* c) {
  const std::string ones = c->OnesLike(c->In("Out@GRAD"));
  const std::string chosen = c->Again({{"Out@GRAD", {ones}}}, "X@GRAD");
  c->Tangent("Out", c->With(Axes(), "reduce_sum",
                            c->Mul(c->Flowing("X@GRAD"), chosen)));
}

// Returns the axes of a reduction as numbers from 0.
std::vector<int64_t> ReducedAxes(Composite* c) {
  const int64_t rank = c->Rank(c->In("X"));
  auto axes = c->Attr<std::vector<int64_t>>("dim");
  if (c->Attr<bool>("reduce_all") || axes.empty()) {
    return c->AxesFrom(c->In("X"), 0);
  }
  for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
  return axes;
}

// Returns a variable of Out's shape with the reduced axes inserted, of size 1.
std::string WithAxes(Composite* c, const std::string& x) {
  if (c->Attr<bool>("keep_dim") || c->Rank(c->In("X")) == 0) return x;
  std::vector<int64_t> axes = ReducedAxes(c);
  std::sort(axes.begin(), axes.end());
  return c->Op("unsqueeze", {{"X", {x}}}, {{"axes", axes}});
}

// Writes the gradient of logsumexp: exp(x - y) is the share of an element in
// the sum.
void LogSumExpGradient(Composite* c) {
  const std::string share =
      c->Of("exp", c->Sub(c->In("X"), WithAxes(c, c->In("Out"))));
  c->Result("X@GRAD", c->Mul(WithAxes(c, c->In("Out@GRAD")), share));
}

// Writes the tangent of sum(|x|^p)^(1 / p). The orders 0, 1 and infinity are
// piecewise linear and have no curvature.
void PNormTangent(Composite* c) {
  const double p = c->Attr<double>("p");
  const std::string x = c->In("X");
  const std::string u = c->Flowing("X@GRAD");
  if (p == 0) return c->Tangent("Out", c->ZerosLike(c->In("Out@GRAD")));
  if (p == 1) {
    return c->Tangent("Out",
                      c->With(Axes(), "reduce_sum", c->Mul(u, c->Sign(x))));
  }
  if (std::isinf(p)) return ExtremeTangent(c);
  // u |x|^(p - 1) sign(x) / y^(p - 1), summed
  const std::string power = c->Mul(c->Sign(x), c->Pow(c->Of("abs", x), p - 1));
  const std::string y = c->Op("p_norm", {{"X", {x}}},
                              {{"p", p},
                               {"dim", c->GetAttribute("dim")},
                               {"keep_dim", c->GetAttribute("keep_dim")},
                               {"reduce_all", c->GetAttribute("reduce_all")}});
  const std::string sum = c->With(Axes(), "reduce_sum", c->Mul(u, power));
  c->Tangent("Out", c->Div(sum, c->Pow(y, p - 1)));
}

// Writes the slope of prod(x + t u) at t = 0 as a function of x whose own
// derivatives are right next to zeros, too. With P the product of the elements
// of x that are not zero, S the sum of their u / x, and y and u those of the
// elements that are zero, it is
//   no zero: P S;   one: P (S sum(y) + sum(u));
//   two: P (sum(u) sum(y) - sum(u y));   more: 0.
// `products` and `sums` are operators with the same attributes: of whole axes,
// or of what runs along one.
void ProductTangent(Composite* c, const char* products, const char* sums,
                    const framework::NameList& attrs) {
  const auto sum = [&](const std::string& v) {
    return c->With(attrs, sums, v);
  };
  const std::string x = c->In("X"), u = c->Flowing("X@GRAD");
  const std::string zero = c->Scale(c->Of("abs", c->Sign(x)), -1, 1);
  const std::string other = c->Scale(zero, -1, 1);
  const std::string safe = c->Add(c->Mul(x, other), zero);
  const std::string product = c->With(attrs, products, safe);
  const std::string slope = sum(c->Div(c->Mul(u, other), safe));
  const std::string y = c->Mul(x, zero);
  const std::string sum_y = sum(y), sum_u = sum(c->Mul(u, zero));
  const std::string zeros = sum(zero);
  const std::string some = c->Above(zeros, 0.5), two = c->Above(zeros, 1.5);
  const std::string more = c->Above(zeros, 2.5);
  const std::string of_none = c->Mul(slope, c->Scale(some, -1, 1));
  const std::string of_one =
      c->Mul(c->Add(c->Mul(slope, sum_y), sum_u), c->Sub(some, two));
  const std::string of_two = c->Mul(
      c->Sub(c->Mul(sum_u, sum_y), sum(c->Mul(u, y))), c->Sub(two, more));
  c->Tangent("Out", c->Mul(product, c->Add(c->Add(of_none, of_one), of_two)));
}

}  // namespace

REGISTER_GRADIENT_MAKER(reduce_max_grad, CompositeGradient(ExtremeTangent));
REGISTER_GRADIENT_MAKER(reduce_min_grad, CompositeGradient(ExtremeTangent));
REGISTER_GRADIENT_MAKER(reduce_prod_grad, CompositeGradient([](Composite* c) {
                          ProductTangent(c, "reduce_prod", "reduce_sum",
                                         Axes());
                        }));
REGISTER_GRADIENT_MAKER(cumprod_grad, CompositeGradient([](Composite* c) {
                          ProductTangent(c, "cumprod", "cumsum", Running());
                        }));
REGISTER_GRADIENT_MAKER(logsumexp_grad, CompositeGradient(LogSumExpGradient));
REGISTER_GRADIENT_MAKER(p_norm_grad, CompositeGradient(PNormTangent));
REGISTER_GRADIENT_MAKER(
    l1_norm_grad, CompositeGradient([](Composite* c) {
      const std::string x = c->In("X");
      c->Tangent("Out",
                 c->Op("reduce_sum",
                       {{"X", {c->Mul(c->Flowing("X@GRAD"), c->Sign(x))}}},
                       {{"reduce_all", true}}));
    }));
REGISTER_GRADIENT_MAKER(squared_l2_norm_grad,
                        CompositeGradient([](Composite* c) {
                          const std::string product =
                              c->Mul(c->Flowing("X@GRAD"), c->In("X"));
                          c->Tangent("Out",
                                     c->Scale(c->Sum(product, {}, false), 2));
                        }));
REGISTER_GRADIENT_MAKER(squared_l2_distance_grad,
                        CompositeGradient([](Composite* c) {
                          const std::string x = c->In("X");
                          const std::string square =
                              c->Of("square", c->Sub(x, c->In("Y")));
                          const auto axes = c->AxesFrom(x, 1);
                          const std::string sums =
                              axes.empty() ? square
                                           : c->Sum(square, axes, false);
                          c->ForwardResult("Out", c->Reshape(sums, {-1, 1}));
                        }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_reduction() { return 0; }
