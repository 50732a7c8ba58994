#include "paddle/operators/activation/cos_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(CosFunctor)

}  // namespace paddle::operators
