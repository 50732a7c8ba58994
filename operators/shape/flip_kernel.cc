#include <vector>

#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/operators/shape/named_axes.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

// A flipped axis is walked from its last element with a negative stride, so
// that one strided copy flips all axes at once.
template <class Device, class T>
void Flip(const Device& device, const framework::Tensor& x,
          const std::vector<int64_t>& axis_list, framework::Tensor* out) {
  const framework::Dims dims = x.dims();
  const auto axes = NamedAxes(axis_list, dims.rank());
  kernels::Walk backwards = kernels::WalkOf(dims);
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (!axes[axis]) continue;
    backwards = kernels::Shifted(backwards, axis, dims[axis] - 1);
    backwards.strides[axis] *= -1;
  }
  kernels::CopyStrided(device, dims, x, backwards, kernels::WalkOf(dims), out);
}

constexpr absl::string_view kNames[] = {"X", "axis", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(flip, Flip, kNames, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
