#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/norm.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class NormGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    const auto& out = out_(ctx);
    // From Out and Norm: X need not live until the gradient.
    kernels::NormGrad<Device, T>(
        ctx.device<Device>(), out, norm_(ctx), d_out_(ctx),
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

REGISTER_OP_KERNEL(norm_grad, NormGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
