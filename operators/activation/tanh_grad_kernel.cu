#include "paddle/operators/activation/tanh_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(TanhFunctor)

}  // namespace paddle::operators
