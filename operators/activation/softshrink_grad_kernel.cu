#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/softshrink_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SoftshrinkFunctor)

}  // namespace paddle::operators
