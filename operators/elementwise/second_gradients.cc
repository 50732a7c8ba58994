// The second gradients of the other operators on two tensors. Where a tangent
// is given, ordinary operators compute the derivative of Out along (u, v); the
// second gradient is the gradient of that.
#include <cstdint>
#include <string>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

namespace {

// Writes 1 where the relation `type` holds between x and y, otherwise 0, in
// their data type and the shape to which both broadcast.
std::string Where(Composite* c, const std::string& type, const std::string& x,
                  const std::string& y) {
  // The difference broadcasts both operands, with their axis, so that the
  // comparison needs none.
  const std::string difference = c->Sub(x, y, c->Attr<int64_t>("axis"));
  const std::string zeros = c->ZerosLike(difference);
  const std::string condition =
      c->Op(type, {{"X", {difference}}, {"Y", {zeros}}});
  return c->Op("where", {{"Condition", {condition}},
                         {"X", {c->Scale(zeros, 1, 1)}},
                         {"Y", {zeros}}});
}

// Writes the tangent of a selection: that of the operand that is selected.
void ChoiceTangent(Composite* c, const std::string& first) {
  const std::string u = c->Flowing("X@GRAD"), v = c->Flowing("Y@GRAD");
  const std::string chosen = Where(c, first, c->In("X"), c->In("Y"));
  const int64_t axis = c->Attr<int64_t>("axis");
  std::string tangent;
  if (!u.empty()) tangent = c->Mul(u, chosen, axis);
  if (!v.empty()) {
    const std::string part = c->Mul(c->Scale(chosen, -1, 1), v, axis);
    tangent = tangent.empty() ? part : c->Add(tangent, part);
  }
  c->Tangent("Out", tangent);
}

// Writes u y x^(y - 1) + v x^y log(x).
void PowerTangent(Composite* c) {
  const std::string x = c->In("X"), y = c->In("Y");
  const std::string u = c->Flowing("X@GRAD"), v = c->Flowing("Y@GRAD");
  const int64_t axis = c->Attr<int64_t>("axis");
  const auto power = [&](const std::string& exponent) {
    return c->Op("elementwise_pow", {{"X", {x}}, {"Y", {exponent}}},
                 {{"axis", axis}});
  };
  std::string tangent;
  if (!u.empty()) {
    const std::string slope = c->Mul(power(c->Scale(y, 1, -1)), y, axis);
    tangent = c->Mul(slope, u, axis);
  }
  if (!v.empty()) {
    const std::string slope = c->Mul(power(y), c->Of("log", x), axis);
    const std::string part = c->Mul(slope, v, axis);
    tangent = tangent.empty() ? part : c->Add(tangent, part);
  }
  c->Tangent("Out", tangent);
}

// Returns x rounded towards 0.
std::string Truncated(Composite* c, const std::string& x) {
  return c->Mul(c->Of("sign", x), c->Of("floor", c->Of("abs", x)));
}

// Writes the tangent of x - y round(x / y), where `round`, to a whole number,
// is constant except at single points.
template <typename Round>
void RemainderTangent(Composite* c, const Round& round) {
  const std::string u = c->Flowing("X@GRAD"), v = c->Flowing("Y@GRAD");
  const int64_t axis = c->Attr<int64_t>("axis");
  const std::string quotient =
      c->Constant(round(c->Div(c->In("X"), c->In("Y"), axis)));
  std::string tangent;
  if (!u.empty()) tangent = c->Add(c->ZerosLike(quotient), u, axis);
  if (!v.empty()) {
    const std::string part = c->Scale(c->Mul(quotient, v, axis), -1);
    tangent = tangent.empty() ? part : c->Add(tangent, part);
  }
  c->Tangent("Out", tangent);
}

}  // namespace

REGISTER_GRADIENT_MAKER(elementwise_max_grad,
                        CompositeGradient([](Composite* c) {
                          ChoiceTangent(c, "greater_equal");
                        }));
REGISTER_GRADIENT_MAKER(elementwise_min_grad,
                        CompositeGradient([](Composite* c) {
                          ChoiceTangent(c, "less_equal");
                        }));
REGISTER_GRADIENT_MAKER(elementwise_pow_grad, CompositeGradient(PowerTangent));
REGISTER_GRADIENT_MAKER(elementwise_mod_grad,
                        CompositeGradient([](Composite* c) {
                          RemainderTangent(c, [&](const std::string& x) {
                            return c->Of("floor", x);
                          });
                        }));
REGISTER_GRADIENT_MAKER(elementwise_fmod_grad,
                        CompositeGradient([](Composite* c) {
                          RemainderTangent(c, [&](const std::string& x) {
                            return Truncated(c, x);
                          });
                        }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_elementwise() { return 0; }
