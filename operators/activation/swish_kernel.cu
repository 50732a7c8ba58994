#include "paddle/operators/activation/swish_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(SwishFunctor)

}  // namespace paddle::operators
