#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class MarginRankLossKernel final
    : public LossKernel<T, kernels::LossOp::kMarginRank> {
 public:
  explicit MarginRankLossKernel(const framework::OpArguments& arguments)
      : LossKernel<T, kernels::LossOp::kMarginRank>(
            arguments, {{"X1", "X2", "Label"}, "Out", "Activated", "margin"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(margin_rank_loss, MarginRankLossKernel<float>,
                       MarginRankLossKernel<double>);
REGISTER_OP_CUDA_TWIN(margin_rank_loss, MarginRankLossKernel<float>,
                      MarginRankLossKernel<double>);

}  // namespace paddle::operators
