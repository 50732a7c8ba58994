#include "paddle/operators/activation/reciprocal_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(ReciprocalFunctor)

}  // namespace paddle::operators
