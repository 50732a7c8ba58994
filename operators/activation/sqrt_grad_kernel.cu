#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/sqrt_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SqrtFunctor)

}  // namespace paddle::operators
