#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/thresholded_relu_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION_GRAD(thresholded_relu_grad, ThresholdedReluFunctor);

}  // namespace paddle::operators
