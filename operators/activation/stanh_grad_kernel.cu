#include "paddle/operators/activation/stanh_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(StanhFunctor)

}  // namespace paddle::operators
