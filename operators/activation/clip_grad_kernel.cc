#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ClipGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // Null if nobody wants the gradient, such as that of the data.
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::ClipGrad<Device, T>(context.device<Device>(), x_(context),
                                 dout_(context), min_, max_, dx);
  }

 private:
  const Input x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  // Doubles: the gradient exists for floating types only.
  const Attr<double> min_{this, "min"};
  const Attr<double> max_{this, "max"};
};

}  // namespace

REGISTER_OP_KERNEL(clip_grad, ClipGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
