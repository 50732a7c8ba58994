#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/softsign_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SoftsignFunctor)

}  // namespace paddle::operators
