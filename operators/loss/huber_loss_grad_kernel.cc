#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class HuberLossGradKernel final
    : public LossGradKernel<T, kernels::LossOp::kHuber> {
 public:
  explicit HuberLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<T, kernels::LossOp::kHuber>(
            arguments,
            {{"Residual"}, "Out@GRAD", "X@GRAD", "Y@GRAD", "delta"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(huber_loss_grad, HuberLossGradKernel<float>,
                       HuberLossGradKernel<double>);
REGISTER_OP_CUDA_TWIN(huber_loss_grad, HuberLossGradKernel<float>,
                      HuberLossGradKernel<double>);

}  // namespace paddle::operators
