#include "paddle/operators/activation/mish_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(MishFunctor)

}  // namespace paddle::operators
