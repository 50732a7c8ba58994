#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation_loops.h"
#include "paddle/operators/activation/gelu.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GeluGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    // Two functors instead of one with a flag: the loop has no branch.
    if (approximate_) {
      kernels::ActivateGrad<Device, T>(context.device<Device>(),
                                       ApproximateGeluFunctor(), x_(context),
                                       dout_(context), dx);
    } else {
      kernels::ActivateGrad<Device, T>(context.device<Device>(), GeluFunctor(),
                                       x_(context), dout_(context), dx);
    }
  }

 private:
  const Input x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<bool> approximate_{this, "approximate"};
};

}  // namespace

REGISTER_OP_KERNEL(gelu_grad, GeluGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
