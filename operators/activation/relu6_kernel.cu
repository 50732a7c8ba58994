#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/relu6_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(Relu6Functor)

}  // namespace paddle::operators
