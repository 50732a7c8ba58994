#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

// "": labels have no gradient, so the second one is left out.
template <class Device, class T>
class LogLossGradKernel final
    : public LossGradKernel<Device, T, kernels::LossOp::kLog> {
 public:
  explicit LogLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<Device, T, kernels::LossOp::kLog>(
            arguments, {{"Predicted", "Labels"},
                        "Loss@GRAD",
                        "Predicted@GRAD",
                        "",
                        "epsilon"}) {}
};

}  // namespace

REGISTER_OP_KERNEL(log_loss_grad, LogLossGradKernel, float, double);

}  // namespace paddle::operators
