// Gradients of the gradients of operators that sort. The others of the family
// are linear, as ops.bzl says.

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

// A small change of X does not change the order: the tangents are gathered by
// the indices of the forward pass.
REGISTER_GRADIENT_MAKER(top_k_grad, CompositeGradient([](Composite* c) {
                          c->Tangent("Out",
                                     c->Op("take_along_axis",
                                           {{"X", {c->Flowing("X@GRAD")}},
                                            {"Index", {c->In("Indices")}}},
                                           {{"axis", int64_t{-1}}}));
                        }));
REGISTER_GRADIENT_MAKER(argsort_grad, CompositeGradient([](Composite* c) {
                          c->Tangent(
                              "Out",
                              c->Op("take_along_axis",
                                    {{"X", {c->Flowing("X@GRAD")}},
                                     {"Index", {c->In("Indices")}}},
                                    {{"axis", c->GetAttribute("axis")}}));
                        }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_indexing() { return 0; }
