#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// Scores count by their difference alone, so the slopes are opposite.
template <class Device, class T>
class RankLossGradKernel final
    : public LossGradKernel<Device, T, kernels::LossOp::kRank> {
 public:
  explicit RankLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<Device, T, kernels::LossOp::kRank>(
            arguments, {{"Left", "Right", "Label"},
                        "Out@GRAD",
                        "Left@GRAD",
                        "Right@GRAD"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(rank_loss_grad, RankLossGradKernel, float, double);

}  // namespace paddle::operators
