// Gradients of the gradients of losses.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

namespace {

// g (weight softmax(logits) - label), where the weight of a row is 0 if its
// class is ignored; both follow from the gradient without softmax.
void SoftmaxWithCrossEntropyGradient(Composite* c) {
  const std::string logits = c->In("Logits"), g = c->In("Loss@GRAD");
  const std::string zeros = c->ZerosLike(logits);
  const std::string minus_label = c->Again({{"Logits", {zeros}},
                                            {"Softmax", {zeros}},
                                            {"Loss@GRAD", {c->OnesLike(g)}}},
                                           "Logits@GRAD");
  const auto axis = c->Attr<int64_t>("axis");
  const std::string weight = c->Scale(c->Sum(minus_label, {axis}, true), -1);
  const std::string softmax =
      c->Op("softmax", {{"X", {logits}}}, {{"axis", axis}});
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

// r^2 / 2 where |r| <= bound, else bound (|r| - bound / 2)
std::string Huber(Composite* c, const std::string& r, double bound) {
  const std::string size = c->Of("abs", r);
  const std::string inner =
      c->Op("clip", {{"X", {size}}}, {{"min", 0.0}, {"max", bound}});
  return c->Add(c->Scale(c->Of("square", inner), 0.5),
                c->Scale(c->Sub(size, inner), bound));
}

void LogLoss(Composite* c) {
  const std::string p = c->In("Predicted"), label = c->In("Labels");
  const double epsilon = c->Attr<double>("epsilon");
  const std::string yes = c->Mul(c->Of("log", c->Scale(p, 1, epsilon)), label);
  const std::string no = c->Mul(c->Of("log", c->Scale(p, -1, 1 + epsilon)),
                                c->Scale(label, -1, 1));
  c->ForwardResult("Loss", c->Scale(c->Add(yes, no), -1));
}

// The pairs that count stay the same.
void MarginRankTangent(Composite* c) {
  const std::string u = c->Flowing("X1@GRAD"), v = c->Flowing("X2@GRAD");
  std::string difference = u.empty() ? c->Scale(v, -1) : u;
  if (!u.empty() && !v.empty()) difference = c->Sub(u, v);
  const std::string slope =
      c->Scale(c->Mul(c->In("Label"), c->In("Activated")), -1);
  c->Tangent("Out", c->Mul(difference, slope));
}

void ModifiedHuber(Composite* c) {
  const std::string z = c->Mul(c->In("X"), c->Scale(c->In("Y"), 2, -1));
  const std::string inner =
      c->Op("clip", {{"X", {z}}}, {{"min", -1.0}, {"max", 1.0}});
  const std::string low = c->Of("relu", c->Scale(z, -1, -1));
  c->ForwardResult(
      "Out", c->Add(c->Of("square", c->Scale(inner, -1, 1)), c->Scale(low, 4)));
}

void RankLoss(Composite* c) {
  const std::string o = c->Sub(c->In("Left"), c->In("Right"));
  c->ForwardResult("Out",
                   c->Sub(c->Of("softplus", o), c->Mul(c->In("Label"), o)));
}

// w (softplus(x) - label x): the weights w, 0 for ignored elements, are what
// the gradient grows by from far below to far above 0.
void SigmoidCrossEntropy(Composite* c) {
  constexpr double kFar = 1000;
  const std::string x = c->In("X");
  const std::string ones = c->OnesLike(c->In("Out@GRAD"));
  const auto slope_at = [&](double at) {
    const std::string there = c->Scale(c->ZerosLike(x), 1, at);
    return c->Again({{"X", {there}}, {"Out@GRAD", {ones}}}, "X@GRAD");
  };
  const std::string weight = c->Sub(slope_at(kFar), slope_at(-kFar));
  const std::string loss =
      c->Sub(c->Of("softplus", x), c->Mul(c->In("Label"), x));
  c->ForwardResult("Out", c->Mul(loss, weight));
}

// The mean over all classes of softplus(x - x[label]) without that of the label
// itself, log(2).
void BprLoss(Composite* c) {
  const std::string x = c->In("X");
  const int64_t classes = c->Shape(x).back();
  const std::string label = c->Rank(c->In("Label")) < c->Rank(x)
                                ? c->Op("unsqueeze", {{"X", {c->In("Label")}}},
                                        {{"axes", std::vector<int64_t>{-1}}})
                                : c->In("Label");
  const std::string own =
      c->Op("take_along_axis", {{"X", {x}}, {"Index", {label}}},
            {{"axis", int64_t{-1}}});
  const std::string sum =
      c->Sum(c->Of("softplus", c->Sub(x, own)), {-1}, /*keep_dim=*/true);
  const double share = classes > 1 ? 1. / (classes - 1) : 0;
  c->ForwardResult("Y", c->Scale(sum, share, -std::log(2) * share));
}

// target (log(target) - x) where the target is positive, else 0.
void KlDiv(Composite* c) {
  const std::string x = c->In("X"), target = c->In("Target");
  const std::string positive = c->Above(target, 0);
  const std::string kept = c->Mul(target, positive);
  const std::string safe = c->Add(kept, c->Scale(positive, -1, 1));
  std::string loss = c->Mul(kept, c->Sub(c->Of("log", safe), x));
  const std::string reduction = c->Attr<std::string>("reduction");
  if (reduction == "sum") loss = c->Sum(loss, {}, false);
  if (reduction == "mean") loss = c->Mean(loss, {}, false);
  if (reduction == "batchmean") {
    const auto row = c->AxesFrom(x, 1);
    if (!row.empty()) loss = c->Sum(loss, row, false);
    loss = c->Mean(loss, {}, false);
  }
  c->ForwardResult("Loss", loss);
}

void SmoothL1(Composite* c) {
  const double squared = std::pow(c->Attr<double>("sigma"), 2);
  std::string d = c->Sub(c->In("X"), c->In("Y"));
  if (c->Has("InsideWeight")) d = c->Mul(d, c->In("InsideWeight"));
  std::string loss = c->Scale(Huber(c, d, 1 / squared), squared);
  if (c->Has("OutsideWeight")) loss = c->Mul(loss, c->In("OutsideWeight"));
  const auto axes = c->AxesFrom(c->In("X"), 1);
  if (!axes.empty()) loss = c->Sum(loss, axes, false);
  c->ForwardResult("Out", c->Reshape(loss, {-1, 1}));
}

// -log(num_neg_samples * q(c)) for each class c of `labels`: the logits of a
// model of zeros, to which all of these are true classes.
std::string NceOffsets(Composite* c, const std::string& labels) {
  const std::string weight =
      c->ZerosLike(c->Sum(c->In("Weight"), {1}, /*keep_dim=*/true));
  const std::string input =
      c->ZerosLike(c->Sum(c->In("Input"), {1}, /*keep_dim=*/true));
  const auto samples = c->Attr<int64_t>("num_neg_samples");
  const std::string logits = c->Op(
      "nce", {{"Input", {input}}, {"Label", {labels}}, {"Weight", {weight}}},
      {{"num_total_classes", c->GetAttribute("num_total_classes")},
       {"num_neg_samples", samples},
       {"sampler", c->GetAttribute("sampler")},
       {"custom_neg_classes", std::vector<int64_t>(samples, 0)}},
      "SampleLogits");
  return c->Slice(logits, 1, 0, -samples);
}

// The rows of Weight or Bias that `labels` name, [rows, labels, width].
std::string NceRows(Composite* c, const std::string& model,
                    const std::string& labels) {
  const bool column = c->Rank(model) == 2;
  return c->Op(
      "lookup_table",
      {{"W", {column ? model : c->Reshape(model, {-1, 1})}}, {"Ids", {labels}}},
      {{"is_sparse", column && c->Attr<bool>("is_sparse")}});
}

std::string NceLogits(Composite* c) {
  const std::string labels = c->In("SampleLabels");
  const std::string weight = NceRows(c, c->In("Weight"), labels);
  const std::string input = c->Op("unsqueeze", {{"X", {c->In("Input")}}},
                                  {{"axes", std::vector<int64_t>{2}}});
  std::string products = c->Op("matmul", {{"X", {weight}}, {"Y", {input}}});
  if (c->Has("Bias")) {
    products = c->Add(products, NceRows(c, c->In("Bias"), labels));
  }
  return c->Add(c->Reshape(products, {0, 0}), NceOffsets(c, labels));
}

// softplus(-logit) of the true classes and softplus(logit) of the noise, which
// has been drawn.
void Nce(Composite* c) {
  const std::string logits = NceLogits(c);
  const auto samples = c->Attr<int64_t>("num_neg_samples");
  const auto end = std::numeric_limits<int64_t>::max();
  const std::string truths = c->Slice(logits, 1, 0, -samples);
  const std::string noise = c->Slice(logits, 1, -samples, end);
  std::string cost =
      c->Add(c->Sum(c->Of("softplus", c->Scale(truths, -1)), {1}, true),
             c->Sum(c->Of("softplus", noise), {1}, true));
  if (c->Has("SampleWeight")) {
    cost = c->Mul(cost, c->Reshape(c->In("SampleWeight"), {-1, 1}));
  }
  c->ForwardResult("Cost", cost);
}

// The sum of softplus(sign * logit) over the nodes of a path; signs of 0 count
// nothing. A last axis of 1 tells lookup_table that the nodes are a column.
void HierarchicalSigmoid(Composite* c) {
  const auto add_axis = [c](const std::string& x) {
    return c->Op("unsqueeze", {{"X", {x}}},
                 {{"axes", std::vector<int64_t>{2}}});
  };
  const std::string nodes = add_axis(c->In("PathNodes"));
  std::string logits = c->Op("matmul", {{"X", {NceRows(c, c->In("W"), nodes)}},
                                        {"Y", {add_axis(c->In("X"))}}});
  if (c->Has("Bias")) logits = c->Add(logits, NceRows(c, c->In("Bias"), nodes));
  const std::string signs = c->In("PathSigns");
  const std::string losses =
      c->Of("softplus", c->Mul(signs, c->Reshape(logits, {0, 0})));
  c->ForwardResult("Out", c->Sum(c->Mul(losses, c->Mul(signs, signs)), {1},
                                 /*keep_dim=*/true));
}

}  // namespace

REGISTER_GRADIENT_MAKER(softmax_with_cross_entropy_grad,
                        CompositeGradient(SoftmaxWithCrossEntropyGradient));
REGISTER_GRADIENT_MAKER(cross_entropy_grad,
                        CompositeGradient(CrossEntropyGradient));
REGISTER_GRADIENT_MAKER(bpr_loss_grad, CompositeGradient(BprLoss));
REGISTER_GRADIENT_MAKER(kl_div_grad, CompositeGradient(KlDiv));
REGISTER_GRADIENT_MAKER(hierarchical_sigmoid_grad,
                        CompositeGradient(HierarchicalSigmoid));
REGISTER_GRADIENT_MAKER(huber_loss_grad, CompositeGradient([](Composite* c) {
                          c->ForwardResult(
                              "Out", Huber(c, c->Sub(c->In("Y"), c->In("X")),
                                           c->Attr<double>("delta")));
                        }));
REGISTER_GRADIENT_MAKER(log_loss_grad, CompositeGradient(LogLoss));
REGISTER_GRADIENT_MAKER(margin_rank_loss_grad,
                        CompositeGradient(MarginRankTangent));
REGISTER_GRADIENT_MAKER(modified_huber_loss_grad,
                        CompositeGradient(ModifiedHuber));
REGISTER_GRADIENT_MAKER(nce_grad, CompositeGradient(Nce));
REGISTER_GRADIENT_MAKER(rank_loss_grad, CompositeGradient(RankLoss));
REGISTER_GRADIENT_MAKER(sigmoid_cross_entropy_with_logits_grad,
                        CompositeGradient(SigmoidCrossEntropy));
REGISTER_GRADIENT_MAKER(smooth_l1_loss_grad, CompositeGradient(SmoothL1));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_loss() { return 0; }
