#include "paddle/operators/pooling/pool_library_sizes.h"

#include <cstdint>

#include "paddle/operators/math/windows/library_windows.h"

namespace paddle::operators::kernels {
namespace {

bool IsFlat(const PoolShape& s) {
  return s.in[0] == 1 && s.kernel[0] == 1 && s.out[0] == 1 && s.padding[0] == 0;
}

bool FitsCounts(const PoolShape& s) {
  // Bounds of the shapes for which results were seen to be right.
  constexpr int64_t kManyWindows = int64_t{1} << 23;
  constexpr int64_t kLargeWindow = 64;
  return CountsInLibrary(1, s.planes, s.in) &&
         CountsInLibrary(1, s.planes, s.out) &&
         (s.planes * Volume(s.out) <= kManyWindows ||
          Volume(s.kernel) <= kLargeWindow);
}

void SetAxis(const PoolShape& s, int axis, int i, PoolLibrarySizes* sizes) {
  sizes->x[2 + i] = s.in[axis];
  sizes->out[2 + i] = s.out[axis];
  sizes->window[i] = s.kernel[axis];
  sizes->padding[i] = s.padding[axis];
  sizes->stride[i] = s.stride[axis];
}

}  // namespace

std::optional<PoolLibrarySizes> PoolForLibrary(const PoolShape& s) {
  const int first = IsFlat(s) ? 1 : 0;
  if (s.adaptive) return std::nullopt;
  for (int axis = first; axis < 3; ++axis) {
    if (!FitsLibrary({s.in[axis], s.kernel[axis], s.out[axis], s.stride[axis],
                      s.padding[axis], 1})) {
      return std::nullopt;
    }
  }
  if (!FitsCounts(s)) return std::nullopt;
  PoolLibrarySizes sizes;
  sizes.axes = 3 - first;
  sizes.x = {static_cast<int>(s.planes / s.channels),
             static_cast<int>(s.channels)};
  sizes.out = sizes.x;
  for (int axis = first; axis < 3; ++axis) {
    SetAxis(s, axis, axis - first, &sizes);
  }
  return sizes;
}

}  // namespace paddle::operators::kernels
