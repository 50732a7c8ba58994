#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/logsigmoid_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(LogsigmoidFunctor)

}  // namespace paddle::operators
