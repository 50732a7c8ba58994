#include "paddle/operators/activation/sqrt_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SqrtFunctor)

}  // namespace paddle::operators
