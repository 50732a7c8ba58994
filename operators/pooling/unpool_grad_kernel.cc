#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/pooling/unpool.h"

namespace paddle::operators {
namespace {

template <typename T>
class UnpoolGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* dx = dx_.get(ctx);
    if (dx == nullptr) return;
    kernels::PickFromPlanes<T>(ctx.device(), dout_(ctx), indices_(ctx), dx);
  }

 private:
  const Input indices_{this, "Indices"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(unpool_grad, UnpoolGradKernel<float>,
                       UnpoolGradKernel<double>);
REGISTER_OP_CUDA_TWIN(unpool_grad, UnpoolGradKernel<float>,
                      UnpoolGradKernel<double>);

}  // namespace paddle::operators
