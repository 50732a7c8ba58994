#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/expm1_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(Expm1Functor)

}  // namespace paddle::operators
