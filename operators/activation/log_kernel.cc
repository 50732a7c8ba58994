#include "paddle/operators/activation/kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogKernel final : public ActivationKernel<T, kernels::UnaryOp::kLog> {
 public:
  using ActivationKernel<T, kernels::UnaryOp::kLog>::ActivationKernel;
};

}  // namespace

REGISTER_OP_CPU_KERNEL(log, LogKernel<float>, LogKernel<double>);

}  // namespace paddle::operators
