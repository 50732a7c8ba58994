#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/logical/relation.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogicalNotKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::LogicalNot(context.device(), x_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(logical_not, LogicalNotKernel<bool>);
REGISTER_OP_CUDA_TWIN(logical_not, LogicalNotKernel<bool>);

}  // namespace paddle::operators
