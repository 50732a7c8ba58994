#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/mish_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(MishFunctor)

}  // namespace paddle::operators
