#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/loss_rows.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BprLossGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* d_x = d_x_.get(context);
    // X is the only input with a gradient, and a program may not want it.
    if (d_x == nullptr) return;
    kernels::BprLossGrad<Device, T>(context.device<Device>(), x_(context),
                                    label_(context), d_y_(context), d_x);
  }

 private:
  const Input x_{this, "X"};
  const Input label_{this, "Label"};
  const Input d_y_{this, "Y@GRAD"};
  const Output d_x_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(bpr_loss_grad, BprLossGradKernel, float, double);

}  // namespace paddle::operators
