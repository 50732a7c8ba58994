#include "paddle/operators/reduction/kernel_base.h"
#include "paddle/operators/reduction/vector_norm.h"

namespace paddle::operators {
namespace {

template <typename T>
class PNormGradKernel final : public ReduceKernelBase {
 public:
  using ReduceKernelBase::ReduceKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::VectorNormGrad<T>(
        context.device(), x_(context), out_(context), dout_(context), p_,
        AxesOf(*dx), [&](size_t bytes) { return context.Workspace(bytes); },
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

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(p_norm_grad, PNormGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(p_norm_grad, PNormGradKernel);

}  // namespace paddle::operators
