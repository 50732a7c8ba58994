// Gradients of the gradients of normalisations.
#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"
#include "paddle/operators/elementwise/composite.h"

namespace paddle::operators {

namespace {

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
  if (c->Has("Scale")) {
    std::vector<int64_t> channels(shape.size(), 1);
    channels[1] = -1;
    y = c->Mul(y, c->Reshape(c->In("Scale"), channels));
  }
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

}  // namespace

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
