#include "paddle/operators/activation/tanh_shrink_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(TanhShrinkFunctor)

}  // namespace paddle::operators
