#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/normalization/norm.h"

namespace paddle::operators {
namespace {

template <typename T>
class NormGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    const auto& out = out_(ctx);
    kernels::NormGrad<T>(ctx.device(), out, norm_(ctx), d_out_(ctx),
                         framework::NormalizeAxis(axis_, out.rank()), d_x);
  }

 private:
  const Input out_{this, "Out"};
  const Input norm_{this, "Norm"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(norm_grad, NormGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(norm_grad, NormGradKernel);

}  // namespace paddle::operators
