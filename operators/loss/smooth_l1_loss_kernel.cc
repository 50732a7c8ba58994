#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/loss_rows.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SmoothL1LossKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // Diff is kept, already weighted: the gradient needs neither X nor Y.
    kernels::SmoothL1<Device, T>(context.device<Device>(), x_(context),
                                 y_(context),
                                 {inside_.get(context), outside_.get(context)},
                                 sigma_, &diff_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input inside_{this, "InsideWeight"};
  const Input outside_{this, "OutsideWeight"};
  const Output diff_{this, "Diff"};
  const Output out_{this, "Out"};
  const Attr<double> sigma_{this, "sigma"};
};

}  // namespace

REGISTER_OP_KERNEL(smooth_l1_loss, SmoothL1LossKernel, float, double);

}  // namespace paddle::operators
