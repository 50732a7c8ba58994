#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/pooling/unpool.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class UnpoolGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* dx = dx_.get(ctx);
    if (dx == nullptr) return;
    kernels::PickFromPlanes<Device, T>(ctx.device<Device>(), dout_(ctx),
                                       indices_(ctx), dx);
  }

 private:
  const Input indices_{this, "Indices"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(unpool_grad, UnpoolGradKernel, float, double);

}  // namespace paddle::operators
