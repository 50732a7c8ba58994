#include "paddle/operators/activation/log1p_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(Log1pFunctor)

}  // namespace paddle::operators
