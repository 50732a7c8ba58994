#include "paddle/operators/activation/thresholded_relu_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(ThresholdedReluFunctor)

}  // namespace paddle::operators
