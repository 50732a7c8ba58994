#include "paddle/operators/indexing/arg_kernel.h"

namespace paddle::operators {
namespace {

template <typename T>
class ArgminKernel final : public ArgKernel<kernels::ArgMin<T>> {
 public:
  using ArgKernel<kernels::ArgMin<T>>::ArgKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_NUMBERS(argmin, ArgminKernel);
REGISTER_OP_CUDA_TWIN_OF_NUMBERS(argmin, ArgminKernel);

}  // namespace paddle::operators
