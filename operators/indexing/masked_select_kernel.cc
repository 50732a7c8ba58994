#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/math/rows/row_partition.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

using framework::Dims;

template <class Device, class T>
class MaskedSelectKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    // The size of Out depends on the values of Mask: they are counted on the
    // host before anything is allocated. Elements are handled as rows of one
    // element.
    const framework::Tensor on_host = framework::OnCPU(mask_(context));
    const kernels::Mask mask = kernels::MaskOf(on_host);
    auto& out = out_(context);
    out.Allocate(Dims({kernels::RowsOfPart(mask, {}, true)}), x.dtype(),
                 context.allocator());
    kernels::SplitRows(context.device<Device>(), x.Reshaped(Dims({x.numel()})),
                       mask, {}, &out, nullptr);
  }

 private:
  const Input x_{this, "X"};
  const Input mask_{this, "Mask"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(masked_select, MaskedSelectKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
