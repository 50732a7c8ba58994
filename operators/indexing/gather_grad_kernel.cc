#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/rows/gather.h"

namespace paddle::operators {
namespace {

template <typename T>
class GatherGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const auto view = kernels::AxisView::Of(
        dx->dims(), framework::NormalizeAxis(axis_, dx->rank()));
    const auto indices = kernels::CheckedIndices(
        context.device(), index_(context), view.size,
        [&](size_t bytes) { return context.Workspace(bytes); });
    kernels::Fill(context.device(), 0, dx);
    kernels::ScatterAdd<T>(context.device(), indices, dout_(context), view, dx);
  }

 private:
  const Input index_{this, "Index"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gather_grad, GatherGradKernel<float>,
                       GatherGradKernel<double>);
REGISTER_OP_CUDA_TWIN(gather_grad, GatherGradKernel<float>,
                      GatherGradKernel<double>);

}  // namespace paddle::operators
