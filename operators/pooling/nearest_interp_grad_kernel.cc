#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/pooling/interpolate.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class NearestInterpGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* dx = dx_.get(ctx);
    if (dx == nullptr) return;
    kernels::ResizeNearestGrad<Device, T>(ctx.device<Device>(), {false, scale_},
                                          dout_(ctx), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<double> scale_{this, "scale"};
};

}  // namespace

REGISTER_OP_KERNEL(nearest_interp_grad, NearestInterpGradKernel, float, double);

}  // namespace paddle::operators
