#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/silu_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(SiluFunctor)

}  // namespace paddle::operators
