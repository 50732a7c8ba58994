#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/concat.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SplitKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const int axis = framework::NormalizeAxis(axis_, x.rank());
    absl::InlinedVector<int64_t, 8> sizes;
    absl::InlinedVector<framework::Tensor*, 8> pieces;
    for (int i = 0; i < out_.size(); ++i) {
      pieces.push_back(&out_(context, i));
      sizes.push_back(pieces[i]->dims()[axis]);
    }
    kernels::Split(context.device<Device>(), x, axis, sizes,
                   absl::MakeSpan(pieces));
  }

 private:
  const Input x_{this, "X"};
  const OutputList out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(split, SplitKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
