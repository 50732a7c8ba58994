#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/sin_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(SinFunctor)

}  // namespace paddle::operators
