#include "paddle/operators/activation/kernel_base.h"
#include "paddle/operators/activation/thresholded_relu_functor.h"

namespace paddle::operators {

REGISTER_ACTIVATION(thresholded_relu, ThresholdedReluFunctor);

}  // namespace paddle::operators
