#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/reduce.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class MeanKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // All bits set: the axes beyond the rank of X do not matter.
    kernels::ReduceMean<Device, T>(
        context.device<Device>(), x_(context), kernels::AxisSet().set(),
        [&](size_t bytes) { return context.Workspace(bytes); }, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(mean, MeanKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
