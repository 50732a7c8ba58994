#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/elementwise/where.h"

namespace paddle::operators {
namespace {

template <typename T>
class WhereKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Where(context.device(), condition_(context), x_(context),
                   y_(context), &out_(context));
  }

 private:
  const Input condition_{this, "Condition"};
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(where, WhereKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(where, WhereKernel);

}  // namespace paddle::operators
