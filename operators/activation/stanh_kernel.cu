#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/stanh_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(StanhFunctor)

}  // namespace paddle::operators
