#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/hard_swish_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(HardSwishFunctor)

}  // namespace paddle::operators
