#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/reduction/cumsum.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CumsumKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    // The axis may be negative, and is resolved when the rank is known.
    kernels::CumSum<Device, T>(
        context.device<Device>(), x, framework::NormalizeAxis(axis_, x.rank()),
        exclusive_, reverse_,
        [&](size_t bytes) { return context.Workspace(bytes); }, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
  const Attr<bool> exclusive_{this, "exclusive"};
  const Attr<bool> reverse_{this, "reverse"};
};

}  // namespace

REGISTER_OP_KERNEL(cumsum, CumsumKernel, PADDLE_NUMBERS);

}  // namespace paddle::operators
