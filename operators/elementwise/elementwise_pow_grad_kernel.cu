#include "paddle/operators/elementwise/elementwise_pow_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE_GRAD(PowFunctor)

}  // namespace paddle::operators
