#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/sign_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_AND_INTEGERS(SignFunctor)

}  // namespace paddle::operators
