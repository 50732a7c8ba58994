#include "paddle/operators/indexing/arg_kernel.h"

namespace paddle::operators {
namespace {

template <typename T>
class ArgmaxKernel final : public ArgKernel<kernels::ArgMax<T>> {
 public:
  using ArgKernel<kernels::ArgMax<T>>::ArgKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_NUMBERS(argmax, ArgmaxKernel);
REGISTER_OP_CUDA_TWIN_OF_NUMBERS(argmax, ArgmaxKernel);

}  // namespace paddle::operators
