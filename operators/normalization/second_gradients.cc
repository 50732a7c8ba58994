// Gradients of the gradients of normalisations.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

namespace {

// y (g - sum(g y))
void SoftmaxGradient(Composite* c) {
  const std::string y = c->In("Out"), g = c->In("Out@GRAD");
  const std::string along =
      c->Sum(c->Mul(g, y), {c->Attr<int64_t>("axis")}, true);
  c->Result("X@GRAD", c->Mul(y, c->Sub(g, along)));
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

// A vector of the elements of a row at the last axes of X, from axis `first`.
std::string OfRow(Composite* c, const std::string& vector, int64_t first) {
  const std::vector<int64_t> shape = c->Shape(c->In("X"));
  const int64_t begin =
      first < 0 ? first + static_cast<int64_t>(shape.size()) : first;
  return c->Reshape(vector, {shape.begin() + begin, shape.end()});
}

// (x - mean) / sqrt(variance + epsilon) over some axes.
std::string Normalised(Composite* c, const std::string& x,
                       const std::vector<int64_t>& axes) {
  const std::string centred = c->Sub(x, c->Mean(x, axes, true));
  const std::string variance = c->Mean(c->Of("square", centred), axes, true);
  return c->Mul(centred, c->Of("rsqrt", c->Scale(variance, 1,
                                                 c->Attr<double>("epsilon"))));
}

void LayerNorm(Composite* c) {
  const std::string x = c->In("X");
  const int64_t first = c->Attr<int64_t>("begin_norm_axis");
  std::string y = Normalised(c, x, c->AxesFrom(x, first));
  if (c->Has("Scale")) y = c->Mul(y, OfRow(c, c->In("Scale"), first));
  if (c->Has("Bias")) y = c->Add(y, OfRow(c, c->In("Bias"), first));
  c->ForwardResult("Y", y);
}

void RmsNorm(Composite* c) {
  const std::string x = c->In("X");
  const int64_t first = c->Attr<int64_t>("begin_norm_axis");
  const std::string mean =
      c->Mean(c->Of("square", x), c->AxesFrom(x, first), true);
  std::string y =
      c->Mul(x, c->Of("rsqrt", c->Scale(mean, 1, c->Attr<double>("epsilon"))));
  if (c->Has("Scale")) y = c->Mul(y, OfRow(c, c->In("Scale"), first));
  c->ForwardResult("Y", y);
}

// Each group of channels of each image, as a row.
void ImageNorm(Composite* c, int64_t groups) {
  const std::string x = c->In("X");
  const std::vector<int64_t> shape = c->Shape(x);
  std::string y;
  if (groups == 0) {  // each channel
    y = Normalised(c, x, c->AxesFrom(x, 2));
  } else {
    std::vector<int64_t> parts = {0, groups, -1};
    const std::string rows = c->Reshape(x, parts);
    std::vector<int64_t> whole(shape);
    whole[0] = 0;
    for (int64_t& size : whole) size = size < 0 ? -1 : size;
    y = c->Reshape(Normalised(c, rows, {2}), whole);
  }
  std::vector<int64_t> channels(shape.size(), 1);
  channels[1] = -1;
  if (c->Has("Scale")) y = c->Mul(y, c->Reshape(c->In("Scale"), channels));
  if (c->Has("Bias")) y = c->Add(y, c->Reshape(c->In("Bias"), channels));
  c->ForwardResult("Y", y);
}

// x / sqrt(sum(x^2) + epsilon)
void Norm(Composite* c) {
  const std::string x = c->In("X");
  const std::string sum =
      c->Sum(c->Of("square", x), {c->Attr<int64_t>("axis")}, true);
  c->ForwardResult(
      "Out",
      c->Mul(x, c->Of("rsqrt", c->Scale(sum, 1, c->Attr<double>("epsilon")))));
}

// g - exp(y) sum(g)
void LogSoftmaxGradient(Composite* c) {
  const std::string g = c->In("Out@GRAD");
  const std::string sum = c->Sum(g, {c->Attr<int64_t>("axis")}, true);
  c->Result("X@GRAD", c->Sub(g, c->Mul(c->Of("exp", c->In("Out")), sum)));
}

// The sum of squares, 1 where it is 0; `factor` is 0 there, else 1.
std::string SafeSquares(Composite* c, const std::string& x,
                        std::string* factor) {
  const std::string sum = c->Sum(c->Of("square", x), {1}, true);
  *factor = c->Above(sum, 0);
  return c->Add(sum, c->Scale(*factor, -1, 1));
}

// Returns rows of any shape as vectors.
std::string Vectors(Composite* c, const std::string& slot) {
  const std::string x = c->In(slot);
  return c->Rank(x) == 2 ? x : c->Reshape(x, {0, -1});
}

void CosSim(Composite* c) {
  const std::string x = Vectors(c, "X"), y = Vectors(c, "Y");
  std::string x_factor, y_factor;
  const std::string xx = SafeSquares(c, x, &x_factor);
  const std::string yy = SafeSquares(c, y, &y_factor);
  const std::string product = c->Sum(c->Mul(x, y), {1}, true);
  const std::string cosine =
      c->Mul(c->Mul(product, c->Of("rsqrt", xx)), c->Of("rsqrt", yy));
  c->ForwardResult("Out", c->Mul(c->Mul(cosine, x_factor), y_factor));
}

// x (k + alpha sum(x^2))^-beta; the sum is one of shifted copies.
void Lrn(Composite* c) {
  const std::string x = c->In("X");
  const int64_t n = c->Attr<int64_t>("n");
  const int64_t channels = c->Shape(x)[1];
  std::vector<int64_t> paddings(2 * c->Rank(x), 0);
  paddings[2] = (n - 1) / 2;
  paddings[3] = n - 1 - paddings[2];
  const std::string padded =
      c->Op("pad", {{"X", {c->Of("square", x)}}}, {{"paddings", paddings}});
  std::string sum;
  for (int64_t i = 0; i < n; ++i) {
    const std::string shifted = c->Slice(padded, 1, i, i + channels);
    sum = sum.empty() ? shifted : c->Add(sum, shifted);
  }
  const std::string middle =
      c->Scale(sum, c->Attr<double>("alpha"), c->Attr<double>("k"));
  c->ForwardResult("Out", c->Mul(x, c->Pow(middle, -c->Attr<double>("beta"))));
}

// The largest channels stay the largest: the sum over each group of what the
// gradient reaches.
void MaxoutTangent(Composite* c) {
  const std::string x = c->In("X");
  const std::string chosen =
      c->Again({{"Out@GRAD", {c->OnesLike(c->In("Out@GRAD"))}}}, "X@GRAD");
  const int64_t groups = c->Attr<int64_t>("groups");
  int64_t axis = c->Attr<int64_t>("axis");
  if (axis < 0) axis += c->Rank(x);
  std::vector<int64_t> shape = c->Shape(x);
  if (shape[axis] == 0) {
    return c->Tangent("Out", c->ZerosLike(c->In("Out@GRAD")));
  }
  std::fill(shape.begin(), shape.begin() + axis, 0);
  shape[axis] /= groups;
  shape.insert(shape.begin() + axis + 1, groups);
  const std::string parts =
      c->Reshape(c->Mul(c->Flowing("X@GRAD"), chosen), shape);
  c->Tangent("Out", c->Sum(parts, {axis + 1}, false));
}

}  // namespace

REGISTER_GRADIENT_MAKER(softmax_grad, CompositeGradient(SoftmaxGradient));
REGISTER_GRADIENT_MAKER(batch_norm_grad, CompositeGradient(BatchNorm));
REGISTER_GRADIENT_MAKER(cos_sim_grad, CompositeGradient(CosSim));
REGISTER_GRADIENT_MAKER(lrn_grad, CompositeGradient(Lrn));
REGISTER_GRADIENT_MAKER(maxout_grad, CompositeGradient(MaxoutTangent));
REGISTER_GRADIENT_MAKER(layer_norm_grad, CompositeGradient(LayerNorm));
REGISTER_GRADIENT_MAKER(rms_norm_grad, CompositeGradient(RmsNorm));
REGISTER_GRADIENT_MAKER(norm_grad, CompositeGradient(Norm));
REGISTER_GRADIENT_MAKER(log_softmax_grad,
                        CompositeGradient(LogSoftmaxGradient));
REGISTER_GRADIENT_MAKER(group_norm_grad, CompositeGradient([](Composite* c) {
                          ImageNorm(c, c->Attr<int64_t>("groups"));
                        }));
REGISTER_GRADIENT_MAKER(instance_norm_grad, CompositeGradient([](Composite* c) {
                          ImageNorm(c, 0);
                        }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_normalization() { return 0; }
