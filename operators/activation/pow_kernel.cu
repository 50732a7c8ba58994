#include "paddle/operators/activation/pow_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(PowFunctor)

}  // namespace paddle::operators
