#include "paddle/operators/math/blas/gemm_plan.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

template <typename T>
bool RunPlan(const GemmArgs<T>&) {
  return false;
}

PADDLE_INSTANTIATE_ONE(RunPlan<float>);
PADDLE_INSTANTIATE_ONE(RunPlan<platform::bfloat16>);

}  // namespace paddle::operators::kernels
