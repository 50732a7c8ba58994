// Gradients of the gradients of operators on sequences.
#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

using framework::GradContext;
using framework::GradMaker;
using framework::LinearSecondGradient;
using framework::MultilinearSecondGradient;
using framework::proto::OpDesc;

namespace {

// The largest rows stay the largest: of each sequence, the sum over what of X
// the gradient reaches.
GradMaker MaxPoolSecondGradient() {
  return CompositeGradient([](Composite* c) {
    const std::string ones = c->OnesLike(c->In("Out@GRAD"));
    const std::string chosen = c->Again({{"Out@GRAD", {ones}}}, "X@GRAD");
    c->Tangent("Out", c->Op("sequence_pool",
                            {{"X", {c->Mul(c->Flowing("X@GRAD"), chosen)}}},
                            {{"pooltype", std::string("SUM")}}));
  });
}

std::vector<OpDesc> PoolSecondGradient(const OpDesc& grad,
                                       GradContext* context) {
  const bool max = framework::GetAttr<std::string>(grad, "pooltype") == "MAX";
  return max ? MaxPoolSecondGradient()(grad, context)
             : LinearSecondGradient()(grad, context);
}

}  // namespace

REGISTER_GRADIENT_MAKER(lod_reset_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(sequence_concat_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(sequence_expand_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(sequence_reverse_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(sequence_slice_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(sequence_unpad_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(row_conv_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(sequence_conv_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(sequence_pool_grad, PoolSecondGradient);

// y (g - sum of g y)
REGISTER_GRADIENT_MAKER(
    sequence_softmax_grad, CompositeGradient([](Composite* c) {
      const std::string y = c->In("Out"), g = c->In("Out@GRAD");
      const std::string product = c->Mul(g, y);
      const std::string sums = c->Op("sequence_pool", {{"X", {product}}},
                                     {{"pooltype", std::string("SUM")}});
      // Of nested sequences the sums are sequences, which would be expanded.
      const std::string rows = c->Op("lod_reset", {{"X", {sums}}});
      const std::string along =
          c->Op("sequence_expand", {{"X", {rows}}, {"Y", {product}}});
      c->Result("X@GRAD", c->Mul(y, c->Sub(g, along)));
    }));

// What stands behind the sequences does not change with X.
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
