#include "paddle/operators/activation/soft_relu_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(SoftReluFunctor)

}  // namespace paddle::operators
