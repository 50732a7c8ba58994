#include "paddle/operators/activation/sign_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_AND_INTEGERS(SignFunctor)

}  // namespace paddle::operators
