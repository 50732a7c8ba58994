#include <array>
#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

using framework::Dims;

template <class Device, class T>
class RollKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    // Shifts are reduced by the sizes, which may be 0 here.
    if (x.numel() == 0) return;
    const kernels::Walk whole = kernels::WalkOf(x.dims());
    MovePart(context, x, Shifts(x.dims()), 0, x.dims(), whole, whole,
             &out_(context));
  }

 private:
  using ShiftOfAxis = std::array<int64_t, Dims::kMaxRank>;

  // Returns the shift of each axis, reduced to [0, size).
  ShiftOfAxis Shifts(const Dims& dims) const {
    ShiftOfAxis shifts{};
    for (size_t i = 0; i < axis_.value().size(); ++i) {
      const int axis = framework::NormalizeAxis(axis_.value()[i], dims.rank());
      const int64_t shift = shifts_.value()[i] % dims[axis];
      shifts[axis] = shift < 0 ? shift + dims[axis] : shift;
    }
    return shifts;
  }

  // Copies one axis after the other: a shifted axis splits the box in two, the
  // part that moves up and the part that wraps around. With n shifted axes that
  // makes 2^n strided copies, which beats a modulo for each element.
  static void MovePart(const framework::KernelContext& context,
                       const framework::Tensor& x, const ShiftOfAxis& shifts,
                       int axis, Dims box, const kernels::Walk& from,
                       const kernels::Walk& to, framework::Tensor* out) {
    while (axis < box.rank() && shifts[axis] == 0) ++axis;
    if (axis == box.rank()) {
      return kernels::CopyStrided(context.device<Device>(), box, x, from, to,
                                  out);
    }
    const int64_t shift = shifts[axis];
    const int64_t stay = box[axis] - shift;
    box[axis] = stay;
    MovePart(context, x, shifts, axis + 1, box, from,
             kernels::Shifted(to, axis, shift), out);
    box[axis] = shift;
    MovePart(context, x, shifts, axis + 1, box,
             kernels::Shifted(from, axis, stay), to, out);
  }

  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<std::vector<int64_t>> shifts_{this, "shifts"};
  const Attr<std::vector<int64_t>> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_KERNEL(roll, RollKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
