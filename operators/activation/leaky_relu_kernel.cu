#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/leaky_relu_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(LeakyReluFunctor)

}  // namespace paddle::operators
