#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// The loss of the difference Left - Right, by a formula that overflows for no
// scores.
template <class Device, class T>
class RankLossKernel final
    : public LossKernel<Device, T, kernels::LossOp::kRank> {
 public:
  explicit RankLossKernel(const framework::OpArguments& arguments)
      : LossKernel<Device, T, kernels::LossOp::kRank>(
            arguments, {{"Left", "Right", "Label"}, "Out"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(rank_loss, RankLossKernel, float, double);

}  // namespace paddle::operators
