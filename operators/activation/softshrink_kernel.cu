#include "paddle/operators/activation/softshrink_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(SoftshrinkFunctor)

}  // namespace paddle::operators
