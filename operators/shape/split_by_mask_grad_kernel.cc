#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/math/rows/row_partition.h"

namespace paddle::operators {
namespace {

template <typename T>
class SplitByMaskGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const framework::Tensor mask = framework::OnCPU(mask_(context));
    const auto offsets = kernels::ItemOffsets(x_(context).lod());
    kernels::MergeRows(context.device(), &dout_true_(context),
                       &dout_false_(context), kernels::MaskOf(mask), offsets,
                       dx);
  }

 private:
  const Input x_{this, "X"};
  const Input mask_{this, "Mask"};
  const Input dout_true_{this, "OutTrue@GRAD"};
  const Input dout_false_{this, "OutFalse@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(split_by_mask_grad,
                                         SplitByMaskGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(split_by_mask_grad,
                                        SplitByMaskGradKernel);

}  // namespace paddle::operators
