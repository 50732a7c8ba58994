#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/reciprocal_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(ReciprocalFunctor)

}  // namespace paddle::operators
