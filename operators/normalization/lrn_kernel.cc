#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/lrn.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class LrnKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    // MidOut spares the gradient the sums over the windows.
    kernels::Lrn<Device, T>(ctx.device<Device>(), {n_, k_, alpha_, beta_},
                            x_(ctx), &out_(ctx), &mid_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Output mid_{this, "MidOut"};
  const Attr<int64_t> n_{this, "n"};
  const Attr<double> k_{this, "k"};
  const Attr<double> alpha_{this, "alpha"};
  const Attr<double> beta_{this, "beta"};
};

}  // namespace

REGISTER_OP_KERNEL(lrn, LrnKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
