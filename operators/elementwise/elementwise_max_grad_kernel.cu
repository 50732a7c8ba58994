#include "paddle/operators/elementwise/elementwise_max_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE_GRAD(MaxFunctor)

}  // namespace paddle::operators
