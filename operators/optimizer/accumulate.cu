#include "paddle/operators/optimizer/accumulate.h"
#include "paddle/operators/optimizer/optimizer_loop.cuh"

namespace paddle::operators::kernels {

#define PADDLE_INSTANTIATE_(T)                   \
  PADDLE_CUDA_OPTIMIZER(T, 0, AccumulateRule<T>) \
  PADDLE_CUDA_OPTIMIZER(T, 0, AverageRule<T>)
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)

}  // namespace paddle::operators::kernels
