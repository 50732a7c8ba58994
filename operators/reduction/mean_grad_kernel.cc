#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/reduction/reduce_grad.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MeanGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    // The gradient is the same for all elements; X gives its shape only.
    kernels::ReduceMeanGrad<Device, T>(context.device<Device>(), dout_(context),
                                       kernels::AxisSet().set(), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(mean_grad, MeanGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
