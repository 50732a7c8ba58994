#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/math/rows/row_partition.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// Scatters Out@GRAD back to the selected elements; the others get zeros, which
// is what MergeRows writes for a null input.
template <class Device, class T>
class MaskedSelectGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const framework::Tensor mask = framework::OnCPU(mask_(context));
    framework::Tensor flat = dx->Reshaped(framework::Dims({dx->numel()}));
    kernels::MergeRows(context.device<Device>(), &dout_(context), nullptr,
                       kernels::MaskOf(mask), {}, &flat);
  }

 private:
  const Input mask_{this, "Mask"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(masked_select_grad, MaskedSelectGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
