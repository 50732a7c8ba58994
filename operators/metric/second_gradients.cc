// The gradient of the gradient of top_k.
#include <cstdint>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"
#include "paddle/operators/elementwise/composite.h"

namespace paddle::operators {

// The order stays.
REGISTER_GRADIENT_MAKER(top_k_grad, CompositeGradient([](Composite* c) {
                          c->Tangent("Out",
                                     c->Op("take_along_axis",
                                           {{"X", {c->Flowing("X@GRAD")}},
                                            {"Index", {c->In("Indices")}}},
                                           {{"axis", int64_t{-1}}}));
                        }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_metric() { return 0; }
