// The gradient of the gradient of attention over a dense batch.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/elementwise/composite.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

// [batch, rows, heads * d] as [batch, heads, rows, d].
std::string Heads(Composite* c, const std::string& x, int64_t heads) {
  const int64_t width = c->Shape(x)[2] / heads;
  return c->Op("transpose", {{"X", {c->Reshape(x, {0, 0, heads, width})}}},
               {{"axis", std::vector<int64_t>{0, 2, 1, 3}}});
}

// A score that is as good as minus infinity.
constexpr double kHidden = -1e30;

// The softmax of each row; zeros where all of it is hidden by the bias.
std::string Weights(Composite* c, const std::string& given) {
  const framework::AttributeMap last = {{"axis", int64_t{-1}}};
  if (!c->Has("Bias")) return c->Op("softmax", {{"X", {given}}}, last);
  const std::string scores =
      c->Op("clip", {{"X", {given}}}, {{"min", kHidden}, {"max", -kHidden}});
  const std::string largest =
      c->Op("reduce_max", {{"X", {scores}}},
            {{"dim", std::vector<int64_t>{-1}}, {"keep_dim", true}});
  return c->Mul(c->Op("softmax", {{"X", {scores}}}, last),
                c->Above(largest, kHidden / 2));
}

// Scores where key > query are hidden.
std::string Causal(Composite* c, const std::string& scores) {
  const std::string ones = c->Scale(c->ZerosLike(scores), 1, 1);
  const std::string seen = c->Of("tril", ones);
  const std::string hidden = c->Scale(seen, -kHidden, kHidden);
  return c->Add(c->Mul(scores, seen), hidden);
}

// softmax(scale q k^T + bias) v for each head
void Attention(Composite* c) {
  const std::string q = c->In("Q");
  const bool drops =
      c->Attr<double>("dropout_prob") > 0 && !c->Attr<bool>("is_test");
  PADDLE_ENFORCE(c->Rank(q) == 3 && !drops, Unimplemented,
                 "the gradient of scaled_dot_product_attention has no gradient "
                 "for sequences, nor with dropout");
  const int64_t heads = c->Attr<int64_t>("num_heads");
  const int64_t d = c->Shape(q)[2] / heads;
  const double given = c->Attr<double>("scale");
  const double scale = given == 0 ? 1 / std::sqrt(d) : given;
  std::string scores =
      c->Op("matmul",
            {{"X", {Heads(c, q, heads)}}, {"Y", {Heads(c, c->In("K"), heads)}}},
            {{"transpose_Y", true}});
  scores = c->Scale(scores, scale);
  if (c->Has("Bias")) scores = c->Add(scores, c->In("Bias"));
  if (c->Attr<bool>("causal")) scores = Causal(c, scores);
  const std::string weights = Weights(c, scores);
  const std::string out =
      c->Op("matmul", {{"X", {weights}}, {"Y", {Heads(c, c->In("V"), heads)}}});
  const std::string back = c->Op("transpose", {{"X", {out}}},
                                 {{"axis", std::vector<int64_t>{0, 2, 1, 3}}});
  c->ForwardResult("Out", c->Reshape(back, {0, 0, c->Shape(c->In("V"))[2]}));
}

}  // namespace

REGISTER_GRADIENT_MAKER(scaled_dot_product_attention_grad,
                        CompositeGradient(Attention));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_attention() { return 0; }
