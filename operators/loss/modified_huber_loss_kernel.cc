#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class ModifiedHuberLossKernel final
    : public LossKernel<T, kernels::LossOp::kModifiedHuber> {
 public:
  explicit ModifiedHuberLossKernel(const framework::OpArguments& arguments)
      : LossKernel<T, kernels::LossOp::kModifiedHuber>(
            arguments, {{"X", "Y"}, "Out", "IntermediateVal"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(modified_huber_loss, ModifiedHuberLossKernel<float>,
                       ModifiedHuberLossKernel<double>);
REGISTER_OP_CUDA_TWIN(modified_huber_loss, ModifiedHuberLossKernel<float>,
                      ModifiedHuberLossKernel<double>);

}  // namespace paddle::operators
