#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation_loops.h"
#include "paddle/operators/activation/gelu.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"

namespace paddle::operators {
namespace {

template <typename T>
class GeluKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    if (approximate_) {
      kernels::Activate<T>(context.device(), ApproximateGeluFunctor(),
                           x_(context), &out_(context));
    } else {
      kernels::Activate<T>(context.device(), GeluFunctor(), x_(context),
                           &out_(context));
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<bool> approximate_{this, "approximate"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(gelu, GeluKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(gelu, GeluKernel);

}  // namespace paddle::operators
