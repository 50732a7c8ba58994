#include "paddle/operators/activation/brelu_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(BreluFunctor)

}  // namespace paddle::operators
