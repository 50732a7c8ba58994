#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/prelu.h"
#include "paddle/operators/activation/prelu_alpha.h"
#include "paddle/operators/math/loops/elementwise.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class PreluKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const auto& alpha = alpha_(context);
    // Alpha broadcasts like the second operand of any binary operator: its dims
    // are made to fit, so no loop of prelu's own is needed.
    kernels::Elementwise<Device, T, PreluFunctor>(
        context.device<Device>(), x, alpha,
        AlphaDims(x.dims(), alpha.dims(), mode_.value()), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input alpha_{this, "Alpha"};
  const Output out_{this, "Out"};
  const Attr<std::string> mode_{this, "mode"};
};

}  // namespace

REGISTER_OP_KERNEL(prelu, PreluKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
