#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// Reads z in place of X: the pieces are then those of the forward kernel.
template <class Device, class T>
class ModifiedHuberLossGradKernel final
    : public LossGradKernel<Device, T, kernels::LossOp::kModifiedHuber> {
 public:
  explicit ModifiedHuberLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<Device, T, kernels::LossOp::kModifiedHuber>(
            arguments, {{"IntermediateVal", "Y"}, "Out@GRAD", "X@GRAD"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(modified_huber_loss_grad, ModifiedHuberLossGradKernel, float,
                   double);

}  // namespace paddle::operators
