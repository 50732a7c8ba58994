#include "paddle/operators/activation/activation_loops.cuh"
#include "paddle/operators/activation/hard_sigmoid_functor.h"

namespace paddle::operators {

PADDLE_CUDA_ACTIVATION(HardSigmoidFunctor)

}  // namespace paddle::operators
