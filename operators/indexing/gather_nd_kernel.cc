#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/nd_kernel.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GatherNdKernel final : public NdKernelBase {
 public:
  using NdKernelBase::NdKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const NdPlaces places = PlacesIn<Device>(context, x.dims());
    kernels::Gather(context.device<Device>(), x, places.view, places.indices,
                    &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(gather_nd, GatherNdKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
