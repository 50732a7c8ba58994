#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/erf_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(ErfFunctor)

}  // namespace paddle::operators
