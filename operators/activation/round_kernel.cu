#include "paddle/operators/activation/round_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(RoundFunctor)

}  // namespace paddle::operators
