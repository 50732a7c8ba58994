#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class RankLossKernel final : public LossKernel<T, kernels::LossOp::kRank> {
 public:
  explicit RankLossKernel(const framework::OpArguments& arguments)
      : LossKernel<T, kernels::LossOp::kRank>(
            arguments, {{"Left", "Right", "Label"}, "Out"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(rank_loss, RankLossKernel<float>,
                       RankLossKernel<double>);
REGISTER_OP_CUDA_TWIN(rank_loss, RankLossKernel<float>, RankLossKernel<double>);

}  // namespace paddle::operators
