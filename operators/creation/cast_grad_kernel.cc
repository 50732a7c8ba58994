#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/creation/cast.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CastGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    // The derivative of a conversion is 1: the gradient only changes its type
    // back.
    kernels::Cast(context.device<Device>(), dout_(context), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(cast_grad, CastGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
