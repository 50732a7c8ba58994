// Gradients of the gradients of single steps of recurrent networks.
#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/elementwise/composite.h"

namespace paddle::operators {
namespace {

// C = sigmoid(f + bias) C_prev + sigmoid(i) tanh(g), H = sigmoid(o) tanh(C)
void LstmUnit(Composite* c) {
  const std::string x = c->In("X");
  const int64_t width = c->Shape(c->In("C_prev"))[1];
  const auto part = [&](int64_t k) {
    return c->Slice(x, 1, k * width, (k + 1) * width);
  };
  const std::string f =
      c->Of("sigmoid", c->Scale(part(1), 1, c->Attr<double>("forget_bias")));
  const std::string input =
      c->Mul(c->Of("sigmoid", part(0)), c->Of("tanh", part(3)));
  const std::string cell = c->Add(c->Mul(f, c->In("C_prev")), input);
  c->ForwardResult("C", cell);
  c->ForwardResult("H", c->Mul(c->Of("sigmoid", part(2)), c->Of("tanh", cell)));
}

std::string Activated(Composite* c, const char* attribute,
                      const std::string& x) {
  const std::string type = c->Attr<std::string>(attribute);
  return type == "identity" ? x : c->Of(type, x);
}

std::string Product(Composite* c, const std::string& x, const std::string& y) {
  return c->Op("matmul", {{"X", {x}}, {"Y", {y}}});
}

void GruUnit(Composite* c) {
  const std::string h = c->In("HiddenPrev");
  const int64_t d = c->Shape(h)[1];
  std::string a = c->In("Input");
  if (c->Has("Bias")) a = c->Add(a, c->In("Bias"));
  const std::string weights = c->Reshape(c->In("Weight"), {-1});
  const std::string gates =
      c->Reshape(c->Slice(weights, 0, 0, 2 * d * d), {d, 2 * d});
  const std::string candidate =
      c->Reshape(c->Slice(weights, 0, 2 * d * d, 3 * d * d), {d, d});
  const std::string ur =
      Activated(c, "gate_activation",
                c->Add(c->Slice(a, 1, 0, 2 * d), Product(c, h, gates)));
  const std::string u = c->Slice(ur, 1, 0, d);
  const std::string r = c->Slice(ur, 1, d, 2 * d);
  const std::string g = Activated(c, "activation",
                                  c->Add(c->Slice(a, 1, 2 * d, 3 * d),
                                         Product(c, c->Mul(r, h), candidate)));
  const std::string rest = c->Scale(u, -1, 1);
  const bool origin = c->Attr<bool>("origin_mode");
  c->ForwardResult("Hidden", c->Add(c->Mul(origin ? u : rest, h),
                                    c->Mul(origin ? rest : u, g)));
}

}  // namespace

REGISTER_GRADIENT_MAKER(lstm_unit_grad, CompositeGradient(LstmUnit));
REGISTER_GRADIENT_MAKER(gru_unit_grad, CompositeGradient(GruUnit));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_recurrent_unit() { return 0; }
