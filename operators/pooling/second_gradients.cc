// Gradients of the gradients of poolings and of resizing.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

using framework::GradContext;
using framework::LinearSecondGradient;
using framework::proto::OpDesc;

namespace {

using Numbers = std::vector<int64_t>;

// Picks the elements of images `flowing` at the positions that `mask` counts in
// each image: the largest elements stay the largest under a small change. The
// result has the image sizes of `out`.
std::string TakeLargest(Composite* c, const std::string& flowing,
                        const std::string& mask, Numbers out) {
  out[0] = out[1] = 0;
  const std::string taken = c->Op("take_along_axis",
                                  {{"X", {c->Reshape(flowing, {0, 0, -1})}},
                                   {"Index", {c->Reshape(mask, {0, 0, -1})}}},
                                  {{"axis", int64_t{2}}});
  return c->Reshape(taken, out);
}

void MaxPoolTangent(Composite* c) {
  c->Tangent("Out", TakeLargest(c, c->Flowing("X@GRAD"), c->In("Mask"),
                                c->Shape(c->In("Out@GRAD"))));
}

std::string Transpose(Composite* c, const std::string& x, Numbers axis) {
  return c->Op("transpose", {{"X", {x}}}, {{"axis", std::move(axis)}});
}

// Images with their channels last are turned, and so is the result.
void PoolTangent(Composite* c, const std::string& with_index, bool last) {
  framework::AttributeMap attributes;
  for (const char* name : {"ksize", "global_pooling", "adaptive", "strides",
                           "paddings", "padding_algorithm", "ceil_mode"}) {
    attributes.emplace_back(name, c->GetAttribute(name));
  }
  const auto turned = [&](const std::string& x) {
    return last ? Transpose(c, x, {0, 3, 1, 2}) : x;
  };
  const std::string mask = c->Ops(with_index, {{"X", {turned(c->In("X"))}}},
                                  attributes, {"Out", "Mask"})[1];
  Numbers out = c->Shape(c->In("Out@GRAD"));
  if (last) out = {out[0], out[3], out[1], out[2]};
  const std::string taken =
      TakeLargest(c, turned(c->Flowing("X@GRAD")), mask, out);
  c->Tangent("Out", last ? Transpose(c, taken, {0, 2, 3, 1}) : taken);
}

framework::GradMaker PoolSecondGradient(std::string with_index) {
  return [with_index](const OpDesc& grad,
                      GradContext* context) -> std::vector<OpDesc> {
    if (framework::GetAttr<std::string>(grad, "pooling_type") == "avg") {
      return LinearSecondGradient()(grad, context);
    }
    const bool last =
        framework::HasAttr(grad, "data_format") &&
        framework::GetAttr<std::string>(grad, "data_format") == "NHWC";
    return CompositeGradient(
        [&](Composite* c) { PoolTangent(c, with_index, last); })(grad, context);
  };
}

}  // namespace

REGISTER_GRADIENT_MAKER(max_pool2d_with_index_grad,
                        CompositeGradient(MaxPoolTangent));
REGISTER_GRADIENT_MAKER(max_pool3d_with_index_grad,
                        CompositeGradient(MaxPoolTangent));
REGISTER_GRADIENT_MAKER(pool2d_grad,
                        PoolSecondGradient("max_pool2d_with_index"));
REGISTER_GRADIENT_MAKER(pool3d_grad,
                        PoolSecondGradient("max_pool3d_with_index"));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_pooling() { return 0; }
