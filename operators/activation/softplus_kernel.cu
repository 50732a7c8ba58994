#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/softplus_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(SoftplusFunctor)

}  // namespace paddle::operators
