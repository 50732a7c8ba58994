#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/maxout.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MaxoutGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    const auto& x = x_(ctx);
    // By comparison with Out, so that no positions are kept.
    kernels::MaxoutGrad<Device, T>(
        ctx.device<Device>(), x, out_(ctx), d_out_(ctx),
        framework::NormalizeAxis(axis_, x.rank()), d_x);
  }

 private:
  const Input x_{this, "X"};
  const Input out_{this, "Out"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(maxout_grad, MaxoutGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
