#include "paddle/operators/activation/gelu_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(GeluFunctor)
PADDLE_CUDA_ACTIVATION_GRAD(ApproximateGeluFunctor)

}  // namespace paddle::operators
