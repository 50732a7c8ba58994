#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/pow_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(PowFunctor)

}  // namespace paddle::operators
