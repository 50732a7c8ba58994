#include <array>

#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;

template <typename Unit>
void Move(const platform::CUDADeviceContext& device, const LoopNest<2>& nest,
          const void* from, void* to) {
  const DeviceNest<2> walks(nest);
  const Unit* source = static_cast<const Unit*>(from);
  Unit* target = static_cast<Unit*>(to);
  platform::ForEach(device, walks.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<2> at = walks(i);
    target[at.of[1]] = source[at.of[0]];
  });
}

// True if the elements come in pairs on both sides, all of them aligned: each
// pair can then move as one unit of twice the size.
bool IsOfPairs(const LoopNest<2>& nest, const void* from, const void* to,
               size_t unit) {
  const int last = nest.rank() - 1;
  bool pairs = nest.size(last) % 2 == 0 && IsAligned(from, 2 * unit) &&
               IsAligned(to, 2 * unit);
  for (int k = 0; k < 2; ++k) {
    pairs &= nest.stride(last, k) == 1;
    for (int axis = 0; axis < last; ++axis) {
      pairs &= nest.stride(axis, k) % 2 == 0;
    }
  }
  return pairs;
}

// Returns the same walk with each pair as one element.
LoopNest<2> OfPairs(const LoopNest<2>& nest) {
  const int last = nest.rank() - 1;
  Dims space;
  std::array<Strides, 2> strides{};
  for (int axis = 0; axis <= last; ++axis) {
    space.Append(axis == last ? nest.size(axis) / 2 : nest.size(axis));
    for (int k = 0; k < 2; ++k) {
      strides[k][axis] = axis == last ? 1 : nest.stride(axis, k) / 2;
    }
  }
  return LoopNest<2>(space, strides);
}

}  // namespace

// Doubles the unit as long as the layout allows it: a copy is bound by memory,
// and wide loads use it best.
void CopyStridedOnCUDA(const platform::CUDADeviceContext& device,
                       size_t element_size, const Dims& space, const void* from,
                       const Walk& from_walk, void* to, const Walk& to_walk) {
  const char* source =
      static_cast<const char*>(from) + from_walk.first * element_size;
  char* target = static_cast<char*>(to) + to_walk.first * element_size;
  size_t unit = element_size;
  LoopNest<2> nest(space, {from_walk.strides, to_walk.strides});
  while (unit < sizeof(Unit16) && IsOfPairs(nest, source, target, unit)) {
    nest = OfPairs(nest);
    unit *= 2;
  }
  WithUnit(unit, [&](auto of_size) {
    Move<decltype(of_size)>(device, nest, source, target);
  });
}

}  // namespace paddle::operators::kernels
