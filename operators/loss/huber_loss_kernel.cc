#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// Residual = Y - X is saved: with it alone the gradient needs neither input.
template <class Device, class T>
class HuberLossKernel final
    : public LossKernel<Device, T, kernels::LossOp::kHuber> {
 public:
  explicit HuberLossKernel(const framework::OpArguments& arguments)
      : LossKernel<Device, T, kernels::LossOp::kHuber>(
            arguments, {{"X", "Y"}, "Out", "Residual", "delta"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(huber_loss, HuberLossKernel, float, double);

}  // namespace paddle::operators
