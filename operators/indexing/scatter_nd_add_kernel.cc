#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/indexing/nd_kernel.h"
#include "paddle/operators/math/loops/copy.h"

namespace paddle::operators {
namespace {

template <typename T>
class ScatterNdAddKernel final : public NdKernelBase {
 public:
  using NdKernelBase::NdKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    auto& out = out_(context);
    const NdPlaces places = PlacesIn(context, out.dims());
    kernels::CopyElements(context.device(), x_(context), &out);
    kernels::ScatterAdd<T>(context.device(), places.indices, updates_(context),
                           places.view, &out);
  }

 private:
  const Input x_{this, "X"};
  const Input updates_{this, "Updates"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(scatter_nd_add, ScatterNdAddKernel<float>,
                       ScatterNdAddKernel<double>, ScatterNdAddKernel<int32_t>,
                       ScatterNdAddKernel<int64_t>);
REGISTER_OP_CUDA_TWIN(scatter_nd_add, ScatterNdAddKernel<float>,
                      ScatterNdAddKernel<double>, ScatterNdAddKernel<int32_t>,
                      ScatterNdAddKernel<int64_t>);

}  // namespace paddle::operators
