#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/pooling/interpolate.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BilinearInterpGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* dx = dx_.get(ctx);
    if (dx == nullptr) return;
    kernels::ResizeBilinearGrad<Device, T>(
        ctx.device<Device>(), {align_corners_, scale_}, dout_(ctx), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<double> scale_{this, "scale"};
  const Attr<bool> align_corners_{this, "align_corners"};
};

}  // namespace

REGISTER_OP_KERNEL(bilinear_interp_grad, BilinearInterpGradKernel, float,
                   double);

}  // namespace paddle::operators
