#include <array>
#include <vector>

#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::Tensor;
using ShiftOfAxis = std::array<int64_t, Dims::kMaxRank>;

// Returns the shift of each axis, reduced to [0, size).
ShiftOfAxis ShiftsOf(const Dims& dims, const std::vector<int64_t>& shifts,
                     const std::vector<int64_t>& axes) {
  ShiftOfAxis reduced{};
  for (size_t i = 0; i < axes.size(); ++i) {
    const int axis = framework::NormalizeAxis(axes[i], dims.rank());
    const int64_t shift = shifts[i] % dims[axis];
    reduced[axis] = shift < 0 ? shift + dims[axis] : shift;
  }
  return reduced;
}

// Copies one axis after the other: a shifted axis splits the box in two, the
// part that moves up and the part that wraps around. With n shifted axes that
// makes 2^n strided copies, which beats a modulo for each element.
template <class Device>
void MovePart(const Device& device, const Tensor& x, const ShiftOfAxis& shifts,
              int axis, Dims box, const kernels::Walk& from,
              const kernels::Walk& to, Tensor* out) {
  while (axis < box.rank() && shifts[axis] == 0) ++axis;
  if (axis == box.rank()) {
    return kernels::CopyStrided(device, box, x, from, to, out);
  }
  const int64_t shift = shifts[axis];
  const int64_t stay = box[axis] - shift;
  box[axis] = stay;
  MovePart(device, x, shifts, axis + 1, box, from,
           kernels::Shifted(to, axis, shift), out);
  box[axis] = shift;
  MovePart(device, x, shifts, axis + 1, box, kernels::Shifted(from, axis, stay),
           to, out);
}

template <class Device, class T>
void Roll(const Device& device, const Tensor& x,
          const std::vector<int64_t>& shifts, const std::vector<int64_t>& axes,
          Tensor* out) {
  // Shifts are reduced by the sizes, which may be 0 here.
  if (x.numel() == 0) return;
  const kernels::Walk whole = kernels::WalkOf(x.dims());
  MovePart(device, x, ShiftsOf(x.dims(), shifts, axes), 0, x.dims(), whole,
           whole, out);
}

constexpr absl::string_view kNames[] = {"X", "shifts", "axis", "Out"};

}  // namespace

REGISTER_FUNCTION_KERNEL(roll, Roll, kNames, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
