#include "paddle/operators/activation/relu6_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(Relu6Functor)

}  // namespace paddle::operators
