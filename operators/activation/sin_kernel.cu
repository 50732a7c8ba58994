#include "paddle/operators/activation/sin_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(SinFunctor)

}  // namespace paddle::operators
