#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/reduction/kernel_base.h"
#include "paddle/operators/reduction/vector_norm.h"

namespace paddle::operators {
namespace {

// Not a ReduceKernel: p is one more argument of the function.
template <class Device, class T>
class PNormKernel final : public ReduceKernelBase {
 public:
  using ReduceKernelBase::ReduceKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::VectorNorm<Device, T>(
        context.device<Device>(), x, p_, AxesOf(x),
        [&](size_t bytes) { return context.Workspace(bytes); }, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> p_{this, "p"};
};

}  // namespace

REGISTER_OP_KERNEL(p_norm, PNormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
