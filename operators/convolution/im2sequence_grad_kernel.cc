#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/convolution/im2sequence_kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class Im2SequenceGradKernel final : public Im2SequenceKernelBase {
 public:
  using Im2SequenceKernelBase::Im2SequenceKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* dx = dx_.get(ctx);
    if (dx == nullptr) return;
    kernels::ImageToSequenceGrad<Device, T>(ctx.device<Device>(),
                                            Window(dx->dims()), dout_(ctx), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(im2sequence_grad, Im2SequenceGradKernel, float, double);

}  // namespace paddle::operators
