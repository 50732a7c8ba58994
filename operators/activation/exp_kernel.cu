#include "paddle/operators/activation/exp_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(ExpFunctor)

}  // namespace paddle::operators
