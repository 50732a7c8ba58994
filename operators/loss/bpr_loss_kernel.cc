#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/loss/loss_rows.h"

namespace paddle::operators {
namespace {

template <typename T>
class BprLossKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::BprLoss<T>(context.device(), x_(context), label_(context),
                        &y_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input label_{this, "Label"};
  const Output y_{this, "Y"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(bpr_loss, BprLossKernel<float>, BprLossKernel<double>);
REGISTER_OP_CUDA_TWIN(bpr_loss, BprLossKernel<float>, BprLossKernel<double>);

}  // namespace paddle::operators
