#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/floor_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(FloorFunctor)

}  // namespace paddle::operators
