#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/soft_relu_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SoftReluFunctor)

}  // namespace paddle::operators
