#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class HingeLossGradKernel final
    : public LossGradKernel<T, kernels::LossOp::kHinge> {
 public:
  explicit HingeLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<T, kernels::LossOp::kHinge>(
            arguments, {{"Logits", "Labels"}, "Loss@GRAD", "Logits@GRAD"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(hinge_loss_grad, HingeLossGradKernel<float>,
                       HingeLossGradKernel<double>);
REGISTER_OP_CUDA_TWIN(hinge_loss_grad, HingeLossGradKernel<float>,
                      HingeLossGradKernel<double>);

}  // namespace paddle::operators
