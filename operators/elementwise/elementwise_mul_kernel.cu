#include "paddle/operators/elementwise/elementwise_mul_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE(MulFunctor)

}  // namespace paddle::operators
