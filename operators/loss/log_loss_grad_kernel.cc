#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogLossGradKernel final
    : public LossGradKernel<T, kernels::LossOp::kLog> {
 public:
  explicit LogLossGradKernel(const framework::OpArguments& arguments)
      : LossGradKernel<T, kernels::LossOp::kLog>(arguments,
                                                 {{"Predicted", "Labels"},
                                                  "Loss@GRAD",
                                                  "Predicted@GRAD",
                                                  "",
                                                  "epsilon"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(log_loss_grad, LogLossGradKernel<float>,
                       LogLossGradKernel<double>);
REGISTER_OP_CUDA_TWIN(log_loss_grad, LogLossGradKernel<float>,
                      LogLossGradKernel<double>);

}  // namespace paddle::operators
