#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/math/rows/row_partition.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// Interleaves the items of both inputs. The mask is read on the host, since the
// LoD of Out, which lives there, depends on it.
template <class Device, class T>
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
    kernels::MergeRows(context.device<Device>(), &on_true, &on_false, mask,
                       kernels::ItemOffsets(out.lod()), &out);
  }

 private:
  const Input in_true_{this, "InTrue"};
  const Input in_false_{this, "InFalse"};
  const Input mask_{this, "Mask"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(merge_by_mask, MergeByMaskKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
