#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/log_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(LogFunctor)

}  // namespace paddle::operators
