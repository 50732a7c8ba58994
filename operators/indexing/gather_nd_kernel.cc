#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/indexing/nd_kernel.h"

namespace paddle::operators {
namespace {

template <typename T>
class GatherNdKernel final : public NdKernelBase {
 public:
  using NdKernelBase::NdKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const NdPlaces places = PlacesIn(context, x.dims());
    kernels::Gather(context.device(), x, places.view, places.indices,
                    &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(gather_nd, GatherNdKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(gather_nd, GatherNdKernel);

}  // namespace paddle::operators
