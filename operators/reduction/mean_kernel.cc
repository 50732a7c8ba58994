#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/loops/reduce.h"

namespace paddle::operators {
namespace {

template <typename T>
class MeanKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::ReduceMean<T>(
        context.device(), x_(context), kernels::AxisSet().set(),
        [&](size_t bytes) { return context.Workspace(bytes); }, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(mean, MeanKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(mean, MeanKernel);

}  // namespace paddle::operators
