#include "paddle/operators/elementwise/elementwise_mod_functor.h"
#include "paddle/operators/math/loops/elementwise.cuh"

namespace paddle::operators {

PADDLE_CUDA_ELEMENTWISE(ModFunctor)

}  // namespace paddle::operators
