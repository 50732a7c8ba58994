// Gradients of the gradients of the other operators on two tensors.
#include <cstdint>
#include <string>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

namespace {

// 1 where x is greater than y (`type` says), else 0, in their data type and the
// shape to which both spread.
std::string Where(Composite* c, const std::string& type, const std::string& x,
                  const std::string& y) {
  const std::string difference = c->Sub(x, y, c->Attr<int64_t>("axis"));
  const std::string zeros = c->ZerosLike(difference);
  const std::string condition =
      c->Op(type, {{"X", {difference}}, {"Y", {zeros}}});
  return c->Op("where", {{"Condition", {condition}},
                         {"X", {c->Scale(zeros, 1, 1)}},
                         {"Y", {zeros}}});
}

// One operand at each place: the tangent is that operand's.
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

// u y x^(y - 1) + v x^y log(x)
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

// x - y floor(x / y): floor is constant but at single points.
void RemainderTangent(Composite* c) {
  const std::string u = c->Flowing("X@GRAD"), v = c->Flowing("Y@GRAD");
  const int64_t axis = c->Attr<int64_t>("axis");
  const std::string quotient =
      c->Constant(c->Of("floor", c->Div(c->In("X"), c->In("Y"), axis)));
  std::string tangent;
  if (!u.empty()) tangent = c->Add(c->ZerosLike(quotient), u, axis);
  if (!v.empty()) {
    const std::string part = c->Scale(c->Mul(quotient, v, axis), -1);
    tangent = tangent.empty() ? part : c->Add(tangent, part);
  }
  c->Tangent("Out", tangent);
}

}  // namespace

REGISTER_GRADIENT_MAKER(where_grad, framework::LinearSecondGradient());
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
                        CompositeGradient(RemainderTangent));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_elementwise() { return 0; }
