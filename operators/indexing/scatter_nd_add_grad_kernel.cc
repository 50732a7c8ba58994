#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/nd_kernel.h"
#include "paddle/operators/math/loops/copy.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ScatterNdAddGradKernel final : public NdKernelBase {
 public:
  using NdKernelBase::NdKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    const auto& dout = dout_(context);
    if (auto* dx = dx_.get(context); dx != nullptr) {
      kernels::CopyElements(context.device<Device>(), dout, dx);
    }
    if (auto* d_updates = d_updates_.get(context); d_updates != nullptr) {
      const NdPlaces places = PlacesIn<Device>(context, dout.dims());
      kernels::Gather(context.device<Device>(), dout, places.view,
                      places.indices, d_updates);
    }
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output d_updates_{this, "Updates@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(scatter_nd_add_grad, ScatterNdAddGradKernel, float, double);

}  // namespace paddle::operators
