// Gradients of the gradients of operators that make tensors.
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"

namespace paddle::operators {

REGISTER_GRADIENT_MAKER(cast_grad, framework::LinearSecondGradient());

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_creation() { return 0; }
