#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/swish_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(SwishFunctor)

}  // namespace paddle::operators
