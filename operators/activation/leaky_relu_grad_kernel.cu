#include "paddle/operators/activation/leaky_relu_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(LeakyReluFunctor)

}  // namespace paddle::operators
