#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/indexing/nd_kernel.h"
#include "paddle/operators/math/loops/fill.h"

namespace paddle::operators {
namespace {

template <typename T>
class GatherNdGradKernel final : public NdKernelBase {
 public:
  using NdKernelBase::NdKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const NdPlaces places = PlacesIn(context, dx->dims());
    kernels::Fill(context.device(), 0, dx);
    kernels::ScatterAdd<T>(context.device(), places.indices, dout_(context),
                           places.view, dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gather_nd_grad, GatherNdGradKernel<float>,
                       GatherNdGradKernel<double>);
REGISTER_OP_CUDA_TWIN(gather_nd_grad, GatherNdGradKernel<float>,
                      GatherNdGradKernel<double>);

}  // namespace paddle::operators
