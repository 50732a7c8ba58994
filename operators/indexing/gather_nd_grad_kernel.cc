#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/nd_kernel.h"
#include "paddle/operators/math/loops/fill.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GatherNdGradKernel final : public NdKernelBase {
 public:
  using NdKernelBase::NdKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const NdPlaces places = PlacesIn<Device>(context, dx->dims());
    kernels::Fill(context.device<Device>(), 0, dx);
    kernels::ScatterAdd<Device, T>(context.device<Device>(), places.indices,
                                   dout_(context), places.view, dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(gather_nd_grad, GatherNdGradKernel, float, double);

}  // namespace paddle::operators
