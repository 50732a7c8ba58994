#include "paddle/operators/activation/hard_sigmoid_functor.h"
#include "paddle/operators/kernels/activation_loops.cuh"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(HardSigmoidFunctor)

}  // namespace paddle::operators
