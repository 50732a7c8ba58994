#include "paddle/operators/activation/abs_functor.h"
#include "paddle/operators/activation/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(AbsFunctor)

}  // namespace paddle::operators
