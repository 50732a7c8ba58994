// Gradients of the gradients of look-ups.

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"

namespace paddle::operators {

using framework::LinearSecondGradient;

REGISTER_GRADIENT_MAKER(lookup_table_grad, LinearSecondGradient());

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_lookup() { return 0; }
