#include "paddle/operators/elementwise/elementwise_min_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE_GRAD(MinFunctor)

}  // namespace paddle::operators
