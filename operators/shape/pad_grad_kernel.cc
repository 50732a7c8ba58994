#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/shape/pad_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class PadGradKernel final : public PadKernelBase {
 public:
  using PadKernelBase::PadKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::PadGrad<T>(
        context.device(), dout_(context), before(), mode(),
        [&](size_t bytes) { return context.Workspace(bytes); }, dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(pad_grad, PadGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(pad_grad, PadGradKernel);

}  // namespace paddle::operators
