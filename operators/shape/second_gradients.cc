// Gradients of the gradients of operators that move elements. They are linear,
// so the second gradient is the forward operator applied to the tangents.

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/second_gradient.h"

namespace paddle::operators {

using framework::LinearSecondGradient;

REGISTER_GRADIENT_MAKER(broadcast_to_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(concat_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(crop_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(expand_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(expand_as_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(merge_by_mask_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(pixel_shuffle_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(reshape_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(slice_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(split_by_mask_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(squeeze_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(stack_grad, LinearSecondGradient());
REGISTER_GRADIENT_MAKER(unsqueeze_grad, LinearSecondGradient());
// The border is constant, so its derivative is 0 rather than "pad_value".
REGISTER_GRADIENT_MAKER(pad_grad, LinearSecondGradient({{"pad_value", 0.0}}));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_shape() { return 0; }
