#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/normalization/norm.h"

namespace paddle::operators {
namespace {

template <typename T>
class NormKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    kernels::Norm<T>(ctx.device(), x, framework::NormalizeAxis(axis_, x.rank()),
                     epsilon_, &out_(ctx), &norm_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Output norm_{this, "Norm"};
  const Attr<int64_t> axis_{this, "axis"};
  const Attr<double> epsilon_{this, "epsilon"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(norm, NormKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(norm, NormKernel);

}  // namespace paddle::operators
