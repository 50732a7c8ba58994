// Gradients of the gradients of convolutions.

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"

namespace paddle::operators {

using framework::LinearSecondGradient;
using framework::MultilinearSecondGradient;

REGISTER_GRADIENT_MAKER(conv2d_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(conv2d_transpose_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(conv3d_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(conv3d_transpose_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(conv_shift_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(depthwise_conv2d_grad, MultilinearSecondGradient());
REGISTER_GRADIENT_MAKER(im2sequence_grad, LinearSecondGradient());

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_convolution() { return 0; }
