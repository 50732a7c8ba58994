#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/tanh_shrink_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(TanhShrinkFunctor)

}  // namespace paddle::operators
