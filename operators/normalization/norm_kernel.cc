#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/norm.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class NormKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    // Norm is an output, since the gradient divides by it.
    kernels::Norm<Device, T>(ctx.device<Device>(), x,
                             framework::NormalizeAxis(axis_, x.rank()),
                             epsilon_, &out_(ctx), &norm_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Output norm_{this, "Norm"};
  const Attr<int64_t> axis_{this, "axis"};
  const Attr<double> epsilon_{this, "epsilon"};
};

}  // namespace

REGISTER_OP_KERNEL(norm, NormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
