#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ModifiedHuberLossGradKernel final
    : public LossGradKernel<T, kernels::LossOp::kModifiedHuber> {
 public:
  explicit ModifiedHuberLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<T, kernels::LossOp::kModifiedHuber>(
            arguments, {{"IntermediateVal", "Y"}, "Out@GRAD", "X@GRAD"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(modified_huber_loss_grad,
                       ModifiedHuberLossGradKernel<float>,
                       ModifiedHuberLossGradKernel<double>);
REGISTER_OP_CUDA_TWIN(modified_huber_loss_grad,
                      ModifiedHuberLossGradKernel<float>,
                      ModifiedHuberLossGradKernel<double>);

}  // namespace paddle::operators
