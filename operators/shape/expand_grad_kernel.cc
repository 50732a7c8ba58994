#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/tile.h"

namespace paddle::operators {
namespace {

// Sums Out@GRAD over the copies of each element. The shape comes from X@GRAD,
// so the forward input need not be kept alive until the backward pass.
template <class Device, class T>
class ExpandGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::RepeatGrad<Device, T>(
        context.device<Device>(), kernels::TilesOf(dx->dims(), times_.value()),
        dout_(context), [&](size_t bytes) { return context.Workspace(bytes); },
        dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<std::vector<int64_t>> times_{this, "expand_times"};
};

}  // namespace

REGISTER_OP_KERNEL(expand_grad, ExpandGradKernel, float, double);

}  // namespace paddle::operators
