#include "paddle/operators/activation/hard_swish_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(HardSwishFunctor)

}  // namespace paddle::operators
