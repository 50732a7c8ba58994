#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// epsilon keeps the logarithms of probabilities 0 and 1 finite.
template <class Device, class T>
class LogLossKernel final
    : public LossKernel<Device, T, kernels::LossOp::kLog> {
 public:
  explicit LogLossKernel(const framework::OpArguments& arguments)
      : LossKernel<Device, T, kernels::LossOp::kLog>(
            arguments, {{"Predicted", "Labels"}, "Loss", "", "epsilon"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(log_loss, LogLossKernel, float, double);

}  // namespace paddle::operators
