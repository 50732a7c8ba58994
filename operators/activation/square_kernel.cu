#include "paddle/operators/activation/square_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_AND_INTEGERS(SquareFunctor)

}  // namespace paddle::operators
