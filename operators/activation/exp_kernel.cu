#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/exp_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(ExpFunctor)

}  // namespace paddle::operators
