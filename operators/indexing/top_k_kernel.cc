#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/rows/top_k.h"

namespace paddle::operators {

template <typename T>
class TopKKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::TopK<T>(ctx.device(), x_(ctx), &out_(ctx), &indices_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Output indices_{this, "Indices"};
};

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(top_k, TopKKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(top_k, TopKKernel);

}  // namespace paddle::operators
