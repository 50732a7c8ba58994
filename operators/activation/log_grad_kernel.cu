#include "paddle/operators/activation/log_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(LogFunctor)

}  // namespace paddle::operators
