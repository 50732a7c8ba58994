#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/gather.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ScatterGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& dout = dout_(context);
    const auto view = kernels::AxisView::Of(dout.dims(), 0);
    const auto ids = kernels::CheckedIndices(
        context.device<Device>(), ids_(context), view.size,
        [&](size_t bytes) { return context.Workspace(bytes); });
    // Overwriting hides X where an update lands: X gets no gradient there.
    // Adding passes the gradient to both.
    if (auto* dx = dx_.get(context); dx != nullptr) {
      kernels::CopyElements(context.device<Device>(), dout, dx);
      if (overwrite_)
        kernels::ClearSlices(context.device<Device>(), ids, view, dx);
    }
    if (auto* d_updates = d_updates_.get(context); d_updates != nullptr) {
      const auto gradient =
          overwrite_ ? &kernels::ScatterGrad<Device> : &kernels::Gather<Device>;
      gradient(context.device<Device>(), dout, view, ids, d_updates);
    }
  }

 private:
  const Input ids_{this, "Ids"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output d_updates_{this, "Updates@GRAD"};
  const Attr<bool> overwrite_{this, "overwrite"};
};

}  // namespace

REGISTER_OP_KERNEL(scatter_grad, ScatterGradKernel, float, double);

}  // namespace paddle::operators
