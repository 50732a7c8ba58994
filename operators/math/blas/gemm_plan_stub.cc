#include "paddle/operators/math/blas/gemm_plan.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

template <typename T, typename C>
bool RunPlan(const GemmArgs<T, C>&) {
  return false;
}

template bool RunPlan(const GemmArgs<platform::bfloat16>& args);
template bool RunPlan(const GemmArgs<platform::bfloat16, float>& args);

}  // namespace paddle::operators::kernels
