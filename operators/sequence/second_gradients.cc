// Gradients of the gradients of operators on sequences that are neither linear
// nor linear in each input, as ops.bzl says of the others.
#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

using framework::GradContext;
using framework::GradMaker;
using framework::proto::OpDesc;

namespace {

// Max pooling is locally linear: the rows that were largest stay so. Applying
// the gradient operator to ones marks them, and the sum over each sequence of
// the marked tangents is the tangent of Out.
GradMaker MaxPoolSecondGradient() {
  return CompositeGradient([](Composite* c) {
    const std::string ones = c->OnesLike(c->In("Out@GRAD"));
    const std::string chosen = c->Again({{"Out@GRAD", {ones}}}, "X@GRAD");
    c->Tangent("Out", c->Op("sequence_pool",
                            {{"X", {c->Mul(c->Flowing("X@GRAD"), chosen)}}},
                            {{"pooltype", std::string("SUM")}}));
  });
}

// The other poolings are linear, but for what stands for empty sequences: its
// tangent is 0 rather than pad_value.
GradMaker LinearPoolSecondGradient() {
  return CompositeGradient([](Composite* c) {
    c->Tangent("Out", c->Op("sequence_pool", {{"X", {c->Flowing("X@GRAD")}}},
                            {{"pooltype", c->GetAttribute("pooltype")}}));
  });
}

std::vector<OpDesc> PoolSecondGradient(const OpDesc& grad,
                                       GradContext* context) {
  const bool max = framework::GetAttr<std::string>(grad, "pooltype") == "MAX";
  return max ? MaxPoolSecondGradient()(grad, context)
             : LinearPoolSecondGradient()(grad, context);
}

}  // namespace

REGISTER_GRADIENT_MAKER(sequence_pool_grad, PoolSecondGradient);

// With y = softmax(x) and g = dL/dy, X@GRAD = y (g - sum of g y).
REGISTER_GRADIENT_MAKER(
    sequence_softmax_grad, CompositeGradient([](Composite* c) {
      const std::string y = c->In("Out"), g = c->In("Out@GRAD");
      const std::string product = c->Mul(g, y);
      const std::string sums = c->Op("sequence_pool", {{"X", {product}}},
                                     {{"pooltype", std::string("SUM")}});
      // sequence_expand repeats whole sequences if its X has a LoD, so the sums
      // lose theirs.
      const std::string rows = c->Op("lod_reset", {{"X", {sums}}});
      const std::string along =
          c->Op("sequence_expand", {{"X", {rows}}, {"Y", {product}}});
      c->Result("X@GRAD", c->Mul(y, c->Sub(g, along)));
    }));

// The padding is constant: its tangent is 0 rather than PadValue.
REGISTER_GRADIENT_MAKER(
    sequence_pad_grad, CompositeGradient([](Composite* c) {
      c->Tangent("Out",
                 c->Op("sequence_pad",
                       {{"X", {c->Flowing("X@GRAD")}},
                        {"PadValue", {c->ZerosLike(c->In("PadValue"))}}},
                       {{"padded_length", c->GetAttribute("padded_length")}}));
    }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_sequence() { return 0; }
