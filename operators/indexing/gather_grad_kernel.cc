#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/rows/gather.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GatherGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const auto view = kernels::AxisView::Of(
        dx->dims(), framework::NormalizeAxis(axis_, dx->rank()));
    const auto indices = kernels::CheckedIndices(
        context.device<Device>(), index_(context), view.size,
        [&](size_t bytes) { return context.Workspace(bytes); });
    // Elements that no index took get the gradient 0.
    kernels::Fill(context.device<Device>(), 0, dx);
    kernels::ScatterAdd<Device, T>(context.device<Device>(), indices,
                                   dout_(context), view, dx);
  }

 private:
  const Input index_{this, "Index"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(gather_grad, GatherGradKernel, float, double);

}  // namespace paddle::operators
