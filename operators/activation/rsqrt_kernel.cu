#include "paddle/operators/activation/rsqrt_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(RsqrtFunctor)

}  // namespace paddle::operators
