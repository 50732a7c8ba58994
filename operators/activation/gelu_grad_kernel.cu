#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/gelu_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(GeluFunctor)
PADDLE_CUDA_ACTIVATION_GRAD(ApproximateGeluFunctor)

}  // namespace paddle::operators
