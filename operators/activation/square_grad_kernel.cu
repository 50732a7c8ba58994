#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/square_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SquareFunctor)

}  // namespace paddle::operators
