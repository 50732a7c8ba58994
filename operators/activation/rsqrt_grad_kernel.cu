#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/rsqrt_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(RsqrtFunctor)

}  // namespace paddle::operators
