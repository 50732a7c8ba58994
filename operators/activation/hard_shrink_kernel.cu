#include "paddle/operators/activation/hard_shrink_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(HardShrinkFunctor)

}  // namespace paddle::operators
