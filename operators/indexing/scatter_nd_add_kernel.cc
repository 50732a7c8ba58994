#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/nd_kernel.h"
#include "paddle/operators/math/loops/copy.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ScatterNdAddKernel final : public NdKernelBase {
 public:
  using NdKernelBase::NdKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto& out = out_(context);
    const NdPlaces places = PlacesIn<Device>(context, out.dims());
    kernels::CopyElements(context.device<Device>(), x_(context), &out);
    kernels::ScatterAdd<Device, T>(context.device<Device>(), places.indices,
                                   updates_(context), places.view, &out);
  }

 private:
  const Input x_{this, "X"};
  const Input updates_{this, "Updates"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(scatter_nd_add, ScatterNdAddKernel, float, double, int32_t,
                   int64_t);

}  // namespace paddle::operators
