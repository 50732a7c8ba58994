#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/hard_shrink_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(HardShrinkFunctor)

}  // namespace paddle::operators
