#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/leaky_relu_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(LeakyReluFunctor)

}  // namespace paddle::operators
