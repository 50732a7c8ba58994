#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// Activated is 1 where the margin is violated: all that the gradient needs of
// X1 and X2.
template <class Device, class T>
class MarginRankLossKernel final
    : public LossKernel<Device, T, kernels::LossOp::kMarginRank> {
 public:
  explicit MarginRankLossKernel(const framework::OpArguments& arguments)
      : LossKernel<Device, T, kernels::LossOp::kMarginRank>(
            arguments, {{"X1", "X2", "Label"}, "Out", "Activated", "margin"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(margin_rank_loss, MarginRankLossKernel, float, double);

}  // namespace paddle::operators
