#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/cos_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(CosFunctor)

}  // namespace paddle::operators
