// Gradients of the gradients of operators that draw.
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"

namespace paddle::operators {

REGISTER_GRADIENT_MAKER(dropout_grad, framework::DiagonalSecondGradient());

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_random() { return 0; }
