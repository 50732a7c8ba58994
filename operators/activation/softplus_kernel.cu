#include "paddle/operators/activation/softplus_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(SoftplusFunctor)

}  // namespace paddle::operators
