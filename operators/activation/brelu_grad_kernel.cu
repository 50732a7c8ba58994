#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/brelu_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(BreluFunctor)

}  // namespace paddle::operators
