#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/loss_rows.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BprLossKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // Labels are checked in there, on either device.
    kernels::BprLoss<Device, T>(context.device<Device>(), x_(context),
                                label_(context), &y_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input label_{this, "Label"};
  const Output y_{this, "Y"};
};

}  // namespace

REGISTER_OP_KERNEL(bpr_loss, BprLossKernel, float, double);

}  // namespace paddle::operators
