#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/elementwise/where.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class WhereGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // One after the other: both ask for the same workspace.
    PassBack(context, true, dx_.get(context));
    PassBack(context, false, dy_.get(context));
  }

 private:
  // The gradient of a condition does not exist: it is bool.
  void PassBack(const framework::KernelContext& context, bool chosen,
                framework::LoDTensor* dx) const {
    if (dx == nullptr) return;
    kernels::WhereGrad<Device, T>(
        context.device<Device>(), condition_(context), dout_(context), chosen,
        [&](size_t bytes) { return context.Workspace(bytes); }, dx);
  }

  const Input condition_{this, "Condition"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output dy_{this, "Y@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(where_grad, WhereGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
