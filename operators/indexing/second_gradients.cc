// Gradients of the gradients of operators that move elements by index. They are
// linear in Out@GRAD, so the second gradient is the forward operator.

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {

using framework::LinearSecondGradient;

REGISTER_GRADIENT_MAKER(gather_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(gather_nd_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(lookup_table_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(masked_select_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(multiplex_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(scatter_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(scatter_nd_add_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(take_along_axis_grad, LinearSecondGradient());
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
