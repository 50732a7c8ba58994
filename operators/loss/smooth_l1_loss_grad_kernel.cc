#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/loss_rows.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SmoothL1LossGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // The weights are read again: they multiply slopes as they did losses.
    kernels::SmoothL1Grad<Device, T>(
        context.device<Device>(), diff_(context),
        {inside_.get(context), outside_.get(context)}, sigma_, d_out_(context),
        d_x_.get(context), d_y_.get(context));
  }

 private:
  const Input diff_{this, "Diff"};
  const Input inside_{this, "InsideWeight"};
  const Input outside_{this, "OutsideWeight"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_y_{this, "Y@GRAD"};
  const Attr<double> sigma_{this, "sigma"};
};

}  // namespace

REGISTER_OP_KERNEL(smooth_l1_loss_grad, SmoothL1LossGradKernel, float, double);

}  // namespace paddle::operators
