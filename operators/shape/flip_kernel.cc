#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/operators/shape/named_axes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class FlipKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const framework::Dims dims = x.dims();
    const auto axes = NamedAxes(axis_, dims.rank());
    // A flipped axis is walked from its last element with a negative stride, so
    // that one strided copy flips all axes at once.
    kernels::Walk backwards = kernels::WalkOf(dims);
    for (int axis = 0; axis < dims.rank(); ++axis) {
      if (!axes[axis]) continue;
      backwards = kernels::Shifted(backwards, axis, dims[axis] - 1);
      backwards.strides[axis] *= -1;
    }
    kernels::CopyStrided(context.device<Device>(), dims, x, backwards,
                         kernels::WalkOf(dims), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<std::vector<int64_t>> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(flip, FlipKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
