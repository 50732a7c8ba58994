#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/elu_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(EluFunctor)

}  // namespace paddle::operators
