#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/along_axis.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class TakeAlongAxisKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const int axis = framework::NormalizeAxis(axis_, x.rank());
    const auto indices = kernels::CheckedIndices(
        context.device<Device>(), index_(context), x.dims()[axis],
        [&](size_t bytes) { return context.Workspace(bytes); });
    kernels::TakeAlongAxis(context.device<Device>(), x, axis, indices,
                           &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input index_{this, "Index"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(take_along_axis, TakeAlongAxisKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
