// The second gradients of operators that create tensors. cast_grad is linear in
// Out@GRAD, so the gradient of it is a cast again.
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"

namespace paddle::operators {

REGISTER_GRADIENT_MAKER(cast_grad, framework::LinearSecondGradient());

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_creation() { return 0; }
