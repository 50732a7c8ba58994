#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/rows/gather.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GatherKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const auto view = kernels::AxisView::Of(
        x.dims(), framework::NormalizeAxis(axis_, x.rank()));
    const auto indices = kernels::CheckedIndices(
        context.device<Device>(), index_(context), view.size,
        [&](size_t bytes) { return context.Workspace(bytes); });
    kernels::Gather(context.device<Device>(), x, view, indices, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input index_{this, "Index"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(gather, GatherKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
