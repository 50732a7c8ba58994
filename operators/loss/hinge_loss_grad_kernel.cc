#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// Labels are 0 or 1 and have no gradient.
template <class Device, class T>
class HingeLossGradKernel final
    : public LossGradKernel<Device, T, kernels::LossOp::kHinge> {
 public:
  explicit HingeLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<Device, T, kernels::LossOp::kHinge>(
            arguments, {{"Logits", "Labels"}, "Loss@GRAD", "Logits@GRAD"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(hinge_loss_grad, HingeLossGradKernel, float, double);

}  // namespace paddle::operators
