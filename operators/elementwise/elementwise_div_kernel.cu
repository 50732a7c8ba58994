#include "paddle/operators/elementwise/elementwise_div_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE(DivFunctor)

}  // namespace paddle::operators
