#include "paddle/operators/reduction/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ReduceMaxGradKernel final : public ReduceKernelBase {
 public:
  using ReduceKernelBase::ReduceKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::ReduceMaxGrad<T>(
        context.device(), x_(context), out_(context), dout_(context),
        AxesOf(*dx), [&](size_t bytes) { return context.Workspace(bytes); },
        dx);
  }

 private:
  const Input x_{this, "X"};
  const Input out_{this, "Out"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(reduce_max_grad, ReduceMaxGradKernel<float>,
                       ReduceMaxGradKernel<double>);

}  // namespace paddle::operators
