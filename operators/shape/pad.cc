#include "paddle/operators/shape/pad.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/math/loops/convert_number.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/target_device.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Number;
using framework::Tensor;

// One side of the border along one axis: a box of out, the walk over it, and
// the walk over the elements that it copies.
struct Border {
  Dims box;
  Walk border;
  Walk source;
};

// Returns the walk over the elements of out that x fills.
Walk Inside(const Dims& out, absl::Span<const int64_t> before) {
  Walk walk = WalkOf(out);
  for (int axis = 0; axis < out.rank(); ++axis) {
    walk = Shifted(walk, axis, before[axis]);
  }
  return walk;
}

// Calls body(border) for both sides of an axis. The corners belong to one axis
// only: the box covers x alone along the axes before this one and the full size
// of out along those after it, or the reverse if `leading_with_borders`.
template <typename Body>
void ForBorders(const Dims& x, absl::Span<const int64_t> before,
                const Dims& out, int axis, bool leading_with_borders,
                PadMode mode, const Body& body) {
  Walk walk = WalkOf(out);
  Dims box = out;
  for (int i = 0; i < out.rank(); ++i) {
    if (i == axis || (i < axis) == leading_with_borders) continue;
    box[i] = x[i];
    walk = Shifted(walk, i, before[i]);
  }
  const int64_t front = before[axis];
  const int64_t end = front + x[axis];
  const bool mirrored = mode == PadMode::kReflect;
  const auto with = [&](int64_t at, int64_t size, int64_t nearest) {
    if (size == 0) return;
    Border border = {box, Shifted(walk, axis, at),
                     Shifted(walk, axis, nearest)};
    border.box[axis] = size;
    // A mirrored source is walked backwards, a repeated one stays where it is.
    border.source.strides[axis] *= mirrored ? -1 : 0;
    body(border);
  };
  with(0, front, mirrored ? 2 * front : front);
  with(end, out[axis] - end, mirrored ? end - 2 : end - 1);
}

template <class Device>
void FillBorders(const Device& device, const Dims& x,
                 absl::Span<const int64_t> before, const Number& value,
                 Tensor* out) {
  framework::VisitDataType(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T element = ConvertNumber<T>(value);
    T* data = out->mutable_data<T>();
    for (int axis = 0; axis < out->rank(); ++axis) {
      ForBorders(x, before, out->dims(), axis, /*leading_with_borders=*/false,
                 PadMode::kConstant, [&](const Border& b) {
                   // A walk of strides 0 repeats the one element. It is in host
                   // memory: on GPUs Fill writes constant borders.
                   CopyStridedElements(device, sizeof(T), b.box, &element,
                                       Walk(), data, b.border);
                 });
    }
  });
}

// Computes data[target] += data[source] elementwise; visits no target twice.
template <class Device, class T>
void AddBox(const Device& device, const Dims& box, const Walk& source,
            const Walk& target, T* data) {
  const LoopNest<2> nest(box, {source.strides, target.strides});
  if constexpr (platform::kIsCUDA<Device>) {
    AddBoxOnCUDA(device, nest, data + source.first, data + target.first);
  } else {
    constexpr int64_t kGrain = 16384;
    const auto strides = nest.inner_strides();
    platform::ParallelFor(
        nest.total(), kGrain, [&](int64_t begin, int64_t end) {
          nest.ForEachRun(begin, end, [&](const auto& offsets, int64_t length) {
            const T* from = data + source.first + offsets[0];
            T* to = data + target.first + offsets[1];
            for (int64_t j = 0; j < length; ++j) {
              T& sum = to[j * strides[1]];
              sum = T(sum + from[j * strides[0]]);
            }
          });
        });
  }
}

// Adds one slab of the border at a time: several elements of the border may
// copy the same element, and within a slab no two do.
template <class Device, class T>
void AddBorder(const Device& device, const Border& border, int axis, T* data) {
  Dims slab = border.box;
  slab[axis] = 1;
  for (int64_t i = 0; i < border.box[axis]; ++i) {
    AddBox(device, slab, Shifted(border.border, axis, i),
           Shifted(border.source, axis, i), data);
  }
}

}  // namespace

template <class Device>
void Pad(const Device& device, const Tensor& x,
         absl::Span<const int64_t> before, PadMode mode, const Number& value,
         Tensor* out) {
  const Dims dims = out->dims();
  // A constant border costs a launch per side and axis, so on a GPU it is
  // cheaper to fill all of out; on a CPU the interior would be written twice.
  const bool fills_all = mode == PadMode::kConstant && device.place().is_cuda();
  if (fills_all) Fill(device, value, out);
  CopyStrided(device, x.dims(), x, WalkOf(x.dims()), Inside(dims, before), out);
  if (mode == PadMode::kConstant) {
    if (!fills_all) FillBorders(device, x.dims(), before, value, out);
    return;
  }
  // Copies within out, axis by axis: the border of an axis includes the corners
  // that the axes before it have filled already.
  for (int axis = 0; axis < dims.rank(); ++axis) {
    ForBorders(x.dims(), before, dims, axis, /*leading_with_borders=*/true,
               mode, [&](const Border& b) {
                 CopyStrided(device, b.box, *out, b.source, b.border, out);
               });
  }
}

template <class Device, class T>
void PadGrad(const Device& device, const Tensor& dout,
             absl::Span<const int64_t> before, PadMode mode,
             Workspace workspace, Tensor* dx) {
  const Dims dims = dout.dims();
  const Walk inside = Inside(dims, before);
  if (mode == PadMode::kConstant) {
    return CopyStrided(device, dx->dims(), dout, inside, WalkOf(dx->dims()),
                       dx);
  }
  // Folds the border back in the reverse order, so that corners reach x through
  // the borders of the earlier axes. It works on a copy, since dout is an
  // input.
  T* sums = static_cast<T*>(workspace(dout.bytes()));
  memory::CopyAsync(device.place(), sums, device.place(), dout.data<T>(),
                    dout.bytes());
  for (int axis = dims.rank() - 1; axis >= 0; --axis) {
    ForBorders(dx->dims(), before, dims, axis, /*leading_with_borders=*/true,
               mode,
               [&](const Border& b) { AddBorder(device, b, axis, sums); });
  }
  CopyStridedElements(device, sizeof(T), dx->dims(), sums, inside,
                      dx->mutable_data<T>(), WalkOf(dx->dims()));
}

PADDLE_INSTANTIATE(PadGrad, PADDLE_TARGET_DEVICE, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE_ONE(Pad<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
