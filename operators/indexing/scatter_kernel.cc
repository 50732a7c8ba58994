#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/gather.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ScatterKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& out = out_(context);
    const auto& updates = updates_(context);
    const auto view = kernels::AxisView::Of(out.dims(), 0);
    const auto ids = kernels::CheckedIndices(
        context.device<Device>(), ids_(context), view.size,
        [&](size_t bytes) { return context.Workspace(bytes); });
    // Costs nothing if the memory plan lets Out take over the memory of X.
    kernels::CopyElements(context.device<Device>(), x_(context), &out);
    if (overwrite_) {
      kernels::Scatter(context.device<Device>(), ids, updates, view, &out);
    } else {
      kernels::ScatterAdd<Device, T>(context.device<Device>(), ids, updates,
                                     view, &out);
    }
  }

 private:
  const Input x_{this, "X"};
  const Input ids_{this, "Ids"};
  const Input updates_{this, "Updates"};
  const Output out_{this, "Out"};
  const Attr<bool> overwrite_{this, "overwrite"};
};

}  // namespace

REGISTER_OP_KERNEL(scatter, ScatterKernel, float, double, int32_t, int64_t);

}  // namespace paddle::operators
