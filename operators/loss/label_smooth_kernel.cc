#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/loss_rows.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LabelSmoothKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // Linear, so its gradient is an operator that scales, and has no kernel
    // here.
    kernels::LabelSmooth<Device, T>(context.device<Device>(), x_(context),
                                    prior_.get(context), epsilon_,
                                    &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input prior_{this, "PriorDist"};
  const Output out_{this, "Out"};
  const Attr<double> epsilon_{this, "epsilon"};
};

}  // namespace

REGISTER_OP_KERNEL(label_smooth, LabelSmoothKernel, float, double);

}  // namespace paddle::operators
