#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/pad_base.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class PadGradKernel final : public PadKernelBase {
 public:
  using PadKernelBase::PadKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::PadGrad<Device, T>(
        context.device<Device>(), dout_(context), before(), mode(),
        [&](size_t bytes) { return context.Workspace(bytes); }, dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(pad_grad, PadGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
