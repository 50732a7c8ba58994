#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/math/rows/row_partition.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SplitByMaskKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    // The rows of each part are counted on the host, since the shapes and the
    // LoD of the outputs have to be known before the copy is launched.
    const framework::Tensor on_host = framework::OnCPU(mask_(context));
    const kernels::Mask mask = kernels::MaskOf(on_host);
    const auto offsets = kernels::ItemOffsets(x.lod());
    kernels::CheckMask(x, mask, offsets);
    auto& on_true = out_true_(context);
    auto& on_false = out_false_(context);
    Prepare(context, mask, offsets, true, &on_true);
    Prepare(context, mask, offsets, false, &on_false);
    kernels::SplitRows(context.device<Device>(), x, mask, offsets, &on_true,
                       &on_false);
  }

 private:
  void Prepare(const framework::KernelContext& context, kernels::Mask mask,
               kernels::Offsets offsets, bool part,
               framework::LoDTensor* out) const {
    const auto& x = x_(context);
    framework::Dims dims = x.dims();
    dims[0] = kernels::RowsOfPart(mask, offsets, part);
    out->Allocate(dims, x.dtype(), context.allocator());
    out->set_lod(kernels::LoDOfPart(x.lod(), mask, part));
  }

  const Input x_{this, "X"};
  const Input mask_{this, "Mask"};
  const Output out_true_{this, "OutTrue"};
  const Output out_false_{this, "OutFalse"};
};

}  // namespace

REGISTER_OP_KERNEL(split_by_mask, SplitByMaskKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
