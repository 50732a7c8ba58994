#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/rows/row_partition.h"

namespace paddle::operators {
namespace {

template <typename T>
class MergeByMaskKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& on_true = in_true_(context);
    const auto& on_false = in_false_(context);
    const framework::Tensor on_host = framework::OnCPU(mask_(context));
    const kernels::Mask mask = kernels::MaskOf(on_host);
    auto& out = out_(context);
    framework::Dims dims = on_true.dims();
    dims[0] += on_false.dims()[0];
    out.Allocate(dims, on_true.dtype(), context.allocator());
    out.set_lod(kernels::MergedLoD(on_true.lod(), on_false.lod(), mask));
    kernels::MergeRows(context.device(), &on_true, &on_false, mask,
                       kernels::ItemOffsets(out.lod()), &out);
  }

 private:
  const Input in_true_{this, "InTrue"};
  const Input in_false_{this, "InFalse"};
  const Input mask_{this, "Mask"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(merge_by_mask, MergeByMaskKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(merge_by_mask, MergeByMaskKernel);

}  // namespace paddle::operators
