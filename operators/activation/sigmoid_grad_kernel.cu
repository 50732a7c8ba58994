#include "paddle/operators/activation/sigmoid_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SigmoidFunctor)

}  // namespace paddle::operators
