#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/ceil_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(CeilFunctor)

}  // namespace paddle::operators
