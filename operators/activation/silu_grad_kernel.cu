#include "paddle/operators/activation/silu_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SiluFunctor)

}  // namespace paddle::operators
