#include "paddle/operators/elementwise/elementwise_floordiv_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE(FloordivFunctor)

}  // namespace paddle::operators
