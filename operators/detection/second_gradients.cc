// Gradients of the gradients of pooled regions.

#include <string>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {
namespace {

// Takes the elements at the positions that Argmax counts: the largest stay the
// largest under a small change.
void RoiPoolTangent(Composite* c) {
  const std::string argmax = c->In("Argmax");
  const std::string zeros = c->ZerosLike(argmax);
  const std::string there =
      c->Op("greater_equal", {{"X", {argmax}}, {"Y", {zeros}}});
  const std::string place =
      c->Op("elementwise_max", {{"X", {argmax}}, {"Y", {zeros}}});
  const std::string index =
      c->Op("unsqueeze", {{"X", {place}}}, {{"axes", std::vector<int64_t>{4}}});
  const std::string taken = c->Op(
      "gather_nd",
      {{"X", {c->Reshape(c->Flowing("X@GRAD"), {-1})}}, {"Index", {index}}});
  c->Tangent("Out", c->Op("where", {{"Condition", {there}},
                                    {"X", {taken}},
                                    {"Y", {c->ZerosLike(taken)}}}));
}

}  // namespace

REGISTER_GRADIENT_MAKER(roi_pool_grad, CompositeGradient(RoiPoolTangent));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_detection() { return 0; }
