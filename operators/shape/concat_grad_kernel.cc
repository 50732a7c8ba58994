#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/concat.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// Splits Out@GRAD as the inputs were joined. An input whose gradient is not
// wanted has a null piece: its elements are skipped rather than copied.
template <class Device, class T>
class ConcatGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& dout = dout_(context);
    const int axis = framework::NormalizeAxis(axis_, dout.rank());
    absl::InlinedVector<int64_t, 8> sizes;
    absl::InlinedVector<framework::Tensor*, 8> pieces;
    for (int i = 0; i < x_.size(); ++i) {
      sizes.push_back(x_(context, i).dims()[axis]);
      const bool wanted = i < dx_.size() && dx_.present(i);
      pieces.push_back(wanted ? &dx_(context, i) : nullptr);
    }
    kernels::Split(context.device<Device>(), dout, axis, sizes,
                   absl::MakeSpan(pieces));
  }

 private:
  const InputList x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const OutputList dx_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(concat_grad, ConcatGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
