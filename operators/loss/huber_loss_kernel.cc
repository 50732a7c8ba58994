#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class HuberLossKernel final : public LossKernel<T, kernels::LossOp::kHuber> {
 public:
  explicit HuberLossKernel(const framework::OpArguments& arguments)
      : LossKernel<T, kernels::LossOp::kHuber>(
            arguments, {{"X", "Y"}, "Out", "Residual", "delta"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(huber_loss, HuberLossKernel<float>,
                       HuberLossKernel<double>);
REGISTER_OP_CUDA_TWIN(huber_loss, HuberLossKernel<float>,
                      HuberLossKernel<double>);

}  // namespace paddle::operators
