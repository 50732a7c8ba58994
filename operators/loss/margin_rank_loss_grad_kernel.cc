#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// Reads neither X1 nor X2, so their memory may be reused before it runs.
template <class Device, class T>
class MarginRankLossGradKernel final
    : public LossGradKernel<Device, T, kernels::LossOp::kMarginRank> {
 public:
  explicit MarginRankLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<Device, T, kernels::LossOp::kMarginRank>(
            arguments,
            {{"Activated", "Label"}, "Out@GRAD", "X1@GRAD", "X2@GRAD"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(margin_rank_loss_grad, MarginRankLossGradKernel, float,
                   double);

}  // namespace paddle::operators
