// Gradients of the gradients of operators on images.

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"

namespace paddle::operators {

using framework::LinearSecondGradient;

REGISTER_GRADIENT_MAKER(bilinear_interp_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(im2sequence_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(nearest_interp_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(pixel_shuffle_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(unpool_grad, LinearSecondGradient());

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_vision() { return 0; }
