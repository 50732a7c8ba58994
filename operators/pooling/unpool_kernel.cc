#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/pooling/unpool.h"

namespace paddle::operators {
namespace {

template <typename T>
class UnpoolKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::Unpool<T>(ctx.device(), x_(ctx), indices_(ctx), &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input indices_{this, "Indices"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(unpool, UnpoolKernel<float>, UnpoolKernel<double>);
REGISTER_OP_CUDA_TWIN(unpool, UnpoolKernel<float>, UnpoolKernel<double>);

}  // namespace paddle::operators
