#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/round_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(RoundFunctor)

}  // namespace paddle::operators
