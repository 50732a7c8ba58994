// Gradients of the gradients of the layers of networks.
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"
#include "paddle/operators/elementwise/composite.h"

namespace paddle::operators {

namespace {

using framework::DiagonalSecondGradient;
using framework::MultilinearSecondGradient;

// y (g - sum(g y))
void SoftmaxGradient(Composite* c) {
  const std::string y = c->In("Out"), g = c->In("Out@GRAD");
  const std::string along =
      c->Sum(c->Mul(g, y), {c->Attr<int64_t>("axis")}, true);
  c->Result("X@GRAD", c->Mul(y, c->Sub(g, along)));
}

// g (weight softmax(logits) - label), where the weight of a row is 0 if its
// class is ignored; both follow from the gradient without softmax.
void SoftmaxWithCrossEntropyGradient(Composite* c) {
  const std::string logits = c->In("Logits"), g = c->In("Loss@GRAD");
  const std::string zeros = c->ZerosLike(logits);
  const std::string minus_label = c->Again({{"Logits", {zeros}},
                                            {"Softmax", {zeros}},
                                            {"Loss@GRAD", {c->OnesLike(g)}}},
                                           "Logits@GRAD");
  const std::string weight = c->Scale(c->Sum(minus_label, {-1}, true), -1);
  const std::string softmax =
      c->Op("softmax", {{"X", {logits}}}, {{"axis", int64_t{-1}}});
  const std::string slope = c->Add(c->Mul(softmax, weight), minus_label);
  c->Result("Logits@GRAD", c->Mul(slope, g));
}

// -g label / x. Where the label is 0, x may be 0.
void CrossEntropyGradient(Composite* c) {
  const std::string x = c->In("X"), g = c->In("Y@GRAD");
  const std::string ones = c->OnesLike(x);
  const std::string minus_label =
      c->Again({{"X", {ones}}, {"Y@GRAD", {c->OnesLike(g)}}}, "X@GRAD");
  const std::string unused =
      c->Scale(c->Of("abs", c->Sign(minus_label)), -1, 1);
  c->Result("X@GRAD", c->Mul(c->Div(minus_label, c->Add(x, unused)), g));
}

// A vector over channels, [C], at the axes of X.
std::string OfChannels(Composite* c, const std::string& vector, bool last) {
  const int64_t rank = c->Rank(c->In("X"));
  std::vector<int64_t> shape(rank, 1);
  shape[last ? rank - 1 : 1] = -1;
  return c->Reshape(vector, shape);
}

// (x - mean) / sqrt(variance + epsilon) * scale + bias
void BatchNorm(Composite* c) {
  const std::string x = c->In("X");
  const bool last = c->Attr<std::string>("data_layout") == "NHWC";
  std::vector<int64_t> axes = c->AxesFrom(x, 0);
  axes.erase(last ? axes.end() - 1 : axes.begin() + 1);
  std::string centred, variance;
  if (c->Attr<bool>("is_test")) {
    centred = c->Sub(x, OfChannels(c, c->In("SavedMean"), last));
    const std::string scale = OfChannels(c, c->In("SavedVariance"), last);
    centred = c->Mul(centred, scale);
  } else {
    centred = c->Sub(x, c->Mean(x, axes, true));
    variance = c->Mean(c->Of("square", centred), axes, true);
    centred = c->Mul(
        centred,
        c->Of("rsqrt", c->Scale(variance, 1, c->Attr<double>("epsilon"))));
  }
  c->ForwardResult("Y",
                   c->Add(c->Mul(centred, OfChannels(c, c->In("Scale"), last)),
                          OfChannels(c, c->In("Bias"), last)));
}

}  // namespace

REGISTER_GRADIENT_MAKER(conv2d_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(dropout_grad, DiagonalSecondGradient());
REGISTER_GRADIENT_MAKER(softmax_grad, CompositeGradient(SoftmaxGradient));
REGISTER_GRADIENT_MAKER(softmax_with_cross_entropy_grad,
                        CompositeGradient(SoftmaxWithCrossEntropyGradient));
REGISTER_GRADIENT_MAKER(cross_entropy_grad,
                        CompositeGradient(CrossEntropyGradient));
REGISTER_GRADIENT_MAKER(batch_norm_grad, CompositeGradient(BatchNorm));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_nn() { return 0; }
