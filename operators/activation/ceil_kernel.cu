#include "paddle/operators/activation/ceil_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(CeilFunctor)

}  // namespace paddle::operators
