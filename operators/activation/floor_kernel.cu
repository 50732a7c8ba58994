#include "paddle/operators/activation/floor_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(FloorFunctor)

}  // namespace paddle::operators
