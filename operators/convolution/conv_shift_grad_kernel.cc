#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/convolution/conv_shift.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ConvShiftGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& dout = dout_(ctx);
    if (auto* dx = dx_.get(ctx)) {
      kernels::ConvShiftGradX<Device, T>(ctx.device<Device>(), y_(ctx), dout,
                                         dx);
    }
    if (auto* dy = dy_.get(ctx)) {
      kernels::ConvShiftGradY<Device, T>(ctx.device<Device>(), x_(ctx), dout,
                                         dy);
    }
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output dy_{this, "Y@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(conv_shift_grad, ConvShiftGradKernel, float, double);

}  // namespace paddle::operators
