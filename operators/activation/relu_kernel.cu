#include "paddle/operators/activation/relu_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_AND_INTEGERS(ReluFunctor)

}  // namespace paddle::operators
