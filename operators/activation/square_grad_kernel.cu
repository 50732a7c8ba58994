#include "paddle/operators/activation/square_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SquareFunctor)

}  // namespace paddle::operators
