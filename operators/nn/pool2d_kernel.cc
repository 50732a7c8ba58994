#include "paddle/operators/nn/pool2d_kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class Pool2dKernel final : public Pool2dKernelBase {
 public:
  using Pool2dKernelBase::Pool2dKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    auto& out = out_(ctx);
    const auto shape = Shape(x.dims(), out.dims());
    if (is_max()) {
      kernels::MaxPool2d<T>(ctx.device(), shape, x, &out);
    } else {
      kernels::AveragePool2d<T>(ctx.device(), shape, exclusive(), x, &out);
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(pool2d, Pool2dKernel<float>, Pool2dKernel<double>);

}  // namespace paddle::operators
