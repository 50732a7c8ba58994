#include "paddle/operators/nn/pool2d_kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class Pool2dGradKernel final : public Pool2dKernelBase {
 public:
  using Pool2dKernelBase::Pool2dKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    const auto& x = x_(ctx);
    const auto& d_out = d_out_(ctx);
    const auto shape = Shape(x.dims(), d_out.dims());
    if (is_max()) {
      kernels::MaxPool2dGrad<T>(ctx.device(), shape, x, d_out, d_x);
    } else {
      kernels::AveragePool2dGrad<T>(ctx.device(), shape, exclusive(), d_out,
                                    d_x);
    }
  }

 private:
  const Input x_{this, "X"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(pool2d_grad, Pool2dGradKernel<float>,
                       Pool2dGradKernel<double>);

}  // namespace paddle::operators
