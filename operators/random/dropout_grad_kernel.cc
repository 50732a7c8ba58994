#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/random/dropout.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class DropoutGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    // In inference dropout is the identity, and so is its gradient.
    if (is_test_) {
      kernels::CopyElements(ctx.device<Device>(), d_out_(ctx), d_x);
    } else {
      kernels::DropoutGrad<Device, T>(ctx.device<Device>(), probability_,
                                      mask_(ctx), d_out_(ctx), d_x);
    }
  }

 private:
  const Input mask_{this, "Mask"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Attr<double> probability_{this, "dropout_prob"};
  const Attr<bool> is_test_{this, "is_test"};
};

}  // namespace

REGISTER_OP_KERNEL(dropout_grad, DropoutGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
