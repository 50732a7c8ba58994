#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/cos_sim.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CosSimGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    // The cosine and the norms are read, not computed again: each is a pass
    // over X.
    const kernels::CosSimGradInputs in{x_(ctx),      y_(ctx),      out_(ctx),
                                       x_norm_(ctx), y_norm_(ctx), d_out_(ctx)};
    kernels::CosSimGrad<Device, T>(ctx.device<Device>(), in, d_x_.get(ctx),
                                   d_y_.get(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input out_{this, "Out"};
  const Input x_norm_{this, "XNorm"};
  const Input y_norm_{this, "YNorm"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_y_{this, "Y@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(cos_sim_grad, CosSimGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
