#include "paddle/operators/activation/prelu_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE_GRAD(PreluFunctor)

}  // namespace paddle::operators
