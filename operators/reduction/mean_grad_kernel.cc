#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/reduction/reduce_grad.h"

namespace paddle::operators {
namespace {

template <typename T>
class MeanGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::ReduceMeanGrad<T>(context.device(), dout_(context),
                               kernels::AxisSet().set(), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(mean_grad, MeanGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(mean_grad, MeanGradKernel);

}  // namespace paddle::operators
