#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/indexing/along_axis.h"

namespace paddle::operators {
namespace {

template <typename T>
class TakeAlongAxisKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const int axis = framework::NormalizeAxis(axis_, x.rank());
    const auto indices = kernels::CheckedIndices(
        context.device(), index_(context), x.dims()[axis],
        [&](size_t bytes) { return context.Workspace(bytes); });
    kernels::TakeAlongAxis(context.device(), x, axis, indices, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input index_{this, "Index"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(take_along_axis, TakeAlongAxisKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(take_along_axis, TakeAlongAxisKernel);

}  // namespace paddle::operators
