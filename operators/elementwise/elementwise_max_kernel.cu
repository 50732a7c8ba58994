#include "paddle/operators/elementwise/elementwise_max_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE_OF_ALL_TYPES(MaxFunctor)

}  // namespace paddle::operators
