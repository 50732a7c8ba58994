#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/reduction/kernel_base.h"
#include "paddle/operators/reduction/vector_norm.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class PNormGradKernel final : public ReduceKernelBase {
 public:
  using ReduceKernelBase::ReduceKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    // Reads Out instead of adding up the powers again.
    kernels::VectorNormGrad<Device, T>(
        context.device<Device>(), x_(context), out_(context), dout_(context),
        p_, AxesOf(*dx), [&](size_t bytes) { return context.Workspace(bytes); },
        dx);
  }

 private:
  const Input x_{this, "X"};
  const Input out_{this, "Out"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<double> p_{this, "p"};
};

}  // namespace

REGISTER_OP_KERNEL(p_norm_grad, PNormGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
