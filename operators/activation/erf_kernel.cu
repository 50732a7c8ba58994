#include "paddle/operators/activation/erf_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(ErfFunctor)

}  // namespace paddle::operators
