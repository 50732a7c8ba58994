#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/lrn.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LrnGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    kernels::LrnGrad<Device, T>(ctx.device<Device>(), {n_, k_, alpha_, beta_},
                                x_(ctx), mid_(ctx), d_out_(ctx), d_x);
  }

 private:
  const Input x_{this, "X"};
  const Input mid_{this, "MidOut"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Attr<int64_t> n_{this, "n"};
  const Attr<double> k_{this, "k"};
  const Attr<double> alpha_{this, "alpha"};
  const Attr<double> beta_{this, "beta"};
};

}  // namespace

REGISTER_OP_KERNEL(lrn_grad, LrnGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
