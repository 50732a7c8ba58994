#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/math/rows/row_partition.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// Routes each row of Out@GRAD back to the input it was taken from. The LoD of
// the merged output is rebuilt from those of the inputs, because the gradient
// kernel does not receive Out.
template <class Device, class T>
class MergeByMaskGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const framework::Tensor on_host = framework::OnCPU(mask_(context));
    const kernels::Mask mask = kernels::MaskOf(on_host);
    const auto lod = kernels::MergedLoD(in_true_(context).lod(),
                                        in_false_(context).lod(), mask);
    kernels::SplitRows(context.device<Device>(), dout_(context), mask,
                       kernels::ItemOffsets(lod), din_true_.get(context),
                       din_false_.get(context));
  }

 private:
  const Input in_true_{this, "InTrue"};
  const Input in_false_{this, "InFalse"};
  const Input mask_{this, "Mask"};
  const Input dout_{this, "Out@GRAD"};
  const Output din_true_{this, "InTrue@GRAD"};
  const Output din_false_{this, "InFalse@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(merge_by_mask_grad, MergeByMaskGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
