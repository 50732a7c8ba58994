#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// The slopes of X and Y are opposite, and limited to delta.
template <class Device, class T>
class HuberLossGradKernel final
    : public LossGradKernel<Device, T, kernels::LossOp::kHuber> {
 public:
  explicit HuberLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<Device, T, kernels::LossOp::kHuber>(
            arguments,
            {{"Residual"}, "Out@GRAD", "X@GRAD", "Y@GRAD", "delta"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(huber_loss_grad, HuberLossGradKernel, float, double);

}  // namespace paddle::operators
