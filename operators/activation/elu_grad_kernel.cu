#include "paddle/operators/activation/elu_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(EluFunctor)

}  // namespace paddle::operators
