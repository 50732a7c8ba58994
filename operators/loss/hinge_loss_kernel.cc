#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class HingeLossKernel final : public LossKernel<T, kernels::LossOp::kHinge> {
 public:
  explicit HingeLossKernel(const framework::OpArguments& arguments)
      : LossKernel<T, kernels::LossOp::kHinge>(
            arguments, {{"Logits", "Labels"}, "Loss"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(hinge_loss, HingeLossKernel<float>,
                       HingeLossKernel<double>);
REGISTER_OP_CUDA_TWIN(hinge_loss, HingeLossKernel<float>,
                      HingeLossKernel<double>);

}  // namespace paddle::operators
