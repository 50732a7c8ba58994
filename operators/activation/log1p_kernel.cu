#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/log1p_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(Log1pFunctor)

}  // namespace paddle::operators
