// Gradients of the gradients of poolings and of resizing.

#include <cstdint>
#include <string>
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

// Picks the elements at the positions that `mask` counts in each image: the
// largest elements stay the largest under a small change.
void TakeLargest(Composite* c, const std::string& mask) {
  std::vector<int64_t> out = c->Shape(c->In("Out@GRAD"));
  out[0] = out[1] = 0;
  const std::string taken =
      c->Op("take_along_axis",
            {{"X", {c->Reshape(c->Flowing("X@GRAD"), {0, 0, -1})}},
             {"Index", {c->Reshape(mask, {0, 0, -1})}}},
            {{"axis", int64_t{2}}});
  c->Tangent("Out", c->Reshape(taken, out));
}

void MaxPoolTangent(Composite* c) { TakeLargest(c, c->In("Mask")); }

framework::GradMaker PoolSecondGradient(std::string with_index) {
  return [with_index](const OpDesc& grad,
                      GradContext* context) -> std::vector<OpDesc> {
    if (framework::GetAttr<std::string>(grad, "pooling_type") == "avg") {
      return LinearSecondGradient()(grad, context);
    }
    return CompositeGradient([&](Composite* c) {
      framework::AttributeMap attributes;
      for (const char* name : {"ksize", "global_pooling", "adaptive", "strides",
                               "paddings", "ceil_mode"}) {
        attributes.emplace_back(name, c->GetAttribute(name));
      }
      TakeLargest(c, c->Ops(with_index, {{"X", {c->In("X")}}}, attributes,
                            {"Out", "Mask"})[1]);
    })(grad, context);
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
