#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/loss_rows.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class NllLossGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* d_x = d_x_.get(context);
    if (d_x == nullptr) return;
    // Reads RowWeight, in which ignored rows are already 0.
    kernels::NllLossGrad<Device, T>(context.device<Device>(), label_(context),
                                    row_weight_(context), d_out_(context), d_x);
  }

 private:
  const Input label_{this, "Label"};
  const Input row_weight_{this, "RowWeight"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(nll_loss_grad, NllLossGradKernel, float, double);

}  // namespace paddle::operators
