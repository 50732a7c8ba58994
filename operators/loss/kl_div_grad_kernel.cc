#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/kl_div_scale.h"
#include "paddle/operators/loss/loss.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class KlDivGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::LossGrad<Device, T, kernels::LossOp::kKlDiv>(
        context.device<Device>(), {&x, &target_(context)}, 0,
        // A single gradient of a sum reaches all elements; LossGrad sees it by
        // its size.
        {KlDivScale(x.dims(), reduction_)}, d_loss_(context), d_x_.get(context),
        d_target_.get(context));
  }

 private:
  const Input x_{this, "X"};
  const Input target_{this, "Target"};
  const Input d_loss_{this, "Loss@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_target_{this, "Target@GRAD"};
  const Attr<std::string> reduction_{this, "reduction"};
};

}  // namespace

REGISTER_OP_KERNEL(kl_div_grad, KlDivGradKernel, float, double);

}  // namespace paddle::operators
