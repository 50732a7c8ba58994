#include "paddle/operators/activation/softsign_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SoftsignFunctor)

}  // namespace paddle::operators
