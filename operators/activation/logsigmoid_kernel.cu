#include "paddle/operators/activation/logsigmoid_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(LogsigmoidFunctor)

}  // namespace paddle::operators
