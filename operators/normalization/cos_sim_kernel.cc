#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/cos_sim.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CosSimKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    // The norms are outputs, since the gradient divides by them again.
    kernels::CosSim<Device, T>(ctx.device<Device>(), x_(ctx), y_(ctx),
                               &out_(ctx), &x_norm_(ctx), &y_norm_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
  const Output x_norm_{this, "XNorm"};
  const Output y_norm_{this, "YNorm"};
};

}  // namespace

REGISTER_OP_KERNEL(cos_sim, CosSimKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
