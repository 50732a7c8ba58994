#include "paddle/operators/optimizer/optimizer_adaptive.h"
#include "paddle/operators/optimizer/optimizer_adaptive_rules.h"
#include "paddle/operators/optimizer/optimizer_loop.cuh"

namespace paddle::operators::kernels {

#define PADDLE_INSTANTIATE_(T)                          \
  PADDLE_CUDA_OPTIMIZER(T, 1, AdagradRule<T>)           \
  PADDLE_CUDA_OPTIMIZER(T, 1, DecayedAdagradRule<T>)    \
  PADDLE_CUDA_OPTIMIZER(T, 2, AdadeltaRule<T>)          \
  PADDLE_CUDA_OPTIMIZER(T, 2, RmsPropRule<T>)           \
  PADDLE_CUDA_OPTIMIZER(T, 3, CenteredRmsPropRule<T>)   \
  PADDLE_CUDA_OPTIMIZER(T, 2, AdamaxRule<T>)            \
  PADDLE_CUDA_OPTIMIZER(T, 2, FtrlRule<T, HalfPower>)   \
  PADDLE_CUDA_OPTIMIZER(T, 2, FtrlRule<T, AnyPower<T>>) \
  PADDLE_CUDA_OPTIMIZER(T, 0, ProximalGdRule<T>)        \
  PADDLE_CUDA_OPTIMIZER(T, 1, ProximalAdagradRule<T>)
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)

}  // namespace paddle::operators::kernels
