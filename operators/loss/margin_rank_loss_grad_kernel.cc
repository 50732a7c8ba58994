#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class MarginRankLossGradKernel final
    : public LossGradKernel<T, kernels::LossOp::kMarginRank> {
 public:
  explicit MarginRankLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<T, kernels::LossOp::kMarginRank>(
            arguments,
            {{"Activated", "Label"}, "Out@GRAD", "X1@GRAD", "X2@GRAD"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(margin_rank_loss_grad, MarginRankLossGradKernel<float>,
                       MarginRankLossGradKernel<double>);
REGISTER_OP_CUDA_TWIN(margin_rank_loss_grad, MarginRankLossGradKernel<float>,
                      MarginRankLossGradKernel<double>);

}  // namespace paddle::operators
