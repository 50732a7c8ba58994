#include "paddle/operators/elementwise/elementwise_sub_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE(SubFunctor)

}  // namespace paddle::operators
