#include "paddle/operators/elementwise/elementwise_add_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE(AddFunctor)

}  // namespace paddle::operators
