#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/thresholded_relu_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(ThresholdedReluFunctor)

}  // namespace paddle::operators
