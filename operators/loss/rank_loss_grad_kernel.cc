#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class RankLossGradKernel final
    : public LossGradKernel<T, kernels::LossOp::kRank> {
 public:
  explicit RankLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<T, kernels::LossOp::kRank>(arguments,
                                                  {{"Left", "Right", "Label"},
                                                   "Out@GRAD",
                                                   "Left@GRAD",
                                                   "Right@GRAD"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(rank_loss_grad, RankLossGradKernel<float>,
                       RankLossGradKernel<double>);
REGISTER_OP_CUDA_TWIN(rank_loss_grad, RankLossGradKernel<float>,
                      RankLossGradKernel<double>);

}  // namespace paddle::operators
