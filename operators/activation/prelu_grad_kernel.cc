#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/prelu.h"
#include "paddle/operators/activation/prelu_alpha.h"
#include "paddle/operators/math/loops/elementwise.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class PreluGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const auto& alpha = alpha_(context);
    kernels::ElementwiseGrad<Device, T, PreluFunctor>(
        context.device<Device>(), dout_(context), &x, &alpha, x.dims(),
        // The dims of Alpha at this run, as for the forward operator; the
        // schema has checked them as far as sizes were known.
        AlphaDims(x.dims(), alpha.dims(), mode_.value()),
        // The gradient of Alpha is a sum over all axes that it lacks.
        [&](size_t bytes) { return context.Workspace(bytes); },
        dx_.get(context), dalpha_.get(context));
  }

 private:
  const Input x_{this, "X"};
  const Input alpha_{this, "Alpha"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output dalpha_{this, "Alpha@GRAD"};
  const Attr<std::string> mode_{this, "mode"};
};

}  // namespace

REGISTER_OP_KERNEL(prelu_grad, PreluGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
