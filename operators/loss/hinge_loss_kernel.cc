#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// Nothing is saved: the gradient finds the side of the corner from its inputs.
template <class Device, class T>
class HingeLossKernel final
    : public LossKernel<Device, T, kernels::LossOp::kHinge> {
 public:
  explicit HingeLossKernel(const framework::OpArguments& arguments)
      : LossKernel<Device, T, kernels::LossOp::kHinge>(
            arguments, {{"Logits", "Labels"}, "Loss"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(hinge_loss, HingeLossKernel, float, double);

}  // namespace paddle::operators
