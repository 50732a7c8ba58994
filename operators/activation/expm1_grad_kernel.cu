#include "paddle/operators/activation/expm1_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(Expm1Functor)

}  // namespace paddle::operators
