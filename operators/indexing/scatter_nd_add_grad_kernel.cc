#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/indexing/nd_kernel.h"
#include "paddle/operators/math/loops/copy.h"

namespace paddle::operators {
namespace {

template <typename T>
class ScatterNdAddGradKernel final : public NdKernelBase {
 public:
  using NdKernelBase::NdKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    const auto& dout = dout_(context);
    if (auto* dx = dx_.get(context); dx != nullptr) {
      kernels::CopyElements(context.device(), dout, dx);
    }
    if (auto* d_updates = d_updates_.get(context); d_updates != nullptr) {
      const NdPlaces places = PlacesIn(context, dout.dims());
      kernels::Gather(context.device(), dout, places.view, places.indices,
                      d_updates);
    }
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output d_updates_{this, "Updates@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(scatter_nd_add_grad, ScatterNdAddGradKernel<float>,
                       ScatterNdAddGradKernel<double>);
REGISTER_OP_CUDA_TWIN(scatter_nd_add_grad, ScatterNdAddGradKernel<float>,
                      ScatterNdAddGradKernel<double>);

}  // namespace paddle::operators
