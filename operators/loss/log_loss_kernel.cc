#include "paddle/operators/loss/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogLossKernel final : public LossKernel<T, kernels::LossOp::kLog> {
 public:
  explicit LogLossKernel(const framework::OpArguments& arguments)
      : LossKernel<T, kernels::LossOp::kLog>(
            arguments, {{"Predicted", "Labels"}, "Loss", "", "epsilon"}) {}
};

}  // namespace

REGISTER_OP_CPU_KERNEL(log_loss, LogLossKernel<float>, LogLossKernel<double>);
REGISTER_OP_CUDA_TWIN(log_loss, LogLossKernel<float>, LogLossKernel<double>);

}  // namespace paddle::operators
