#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/sigmoid_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION_GRAD(SigmoidFunctor)

}  // namespace paddle::operators
