#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/concat.h"
#include "paddle/operators/shape/stacked_dims.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class StackGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const framework::Dims dims = x_(context, 0).dims();
    const int axis = StackAxis(axis_, dims);
    // Split writes tensors that have the axis; the gradients lack it, so each
    // is written through a view with an axis of size 1. Unwanted ones stay
    // null.
    absl::InlinedVector<framework::Tensor, 8> views(x_.size());
    absl::InlinedVector<framework::Tensor*, 8> pieces(x_.size(), nullptr);
    for (int i = 0; i < dx_.size(); ++i) {
      if (!dx_.present(i)) continue;
      views[i] = dx_(context, i).Reshaped(StackedDims(dims, axis, /*count=*/1));
      pieces[i] = &views[i];
    }
    const absl::InlinedVector<int64_t, 8> sizes(x_.size(), 1);
    kernels::Split(context.device<Device>(), dout_(context), axis, sizes,
                   absl::MakeSpan(pieces));
  }

 private:
  const InputList x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const OutputList dx_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(stack_grad, StackGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
