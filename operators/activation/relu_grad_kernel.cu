#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/relu_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(ReluFunctor)

}  // namespace paddle::operators
