#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/math/rows/row_partition.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SplitByMaskGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const framework::Tensor mask = framework::OnCPU(mask_(context));
    const auto offsets = kernels::ItemOffsets(x_(context).lod());
    kernels::MergeRows(context.device<Device>(), &dout_true_(context),
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

REGISTER_OP_KERNEL(split_by_mask_grad, SplitByMaskGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
