// Scattering of updates by index on GPUs, in the order of the updates: sums
// have the same bits every time, and of several updates of one place the last
// one stays. Atomic additions would promise neither.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/device/sort_keys.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/rows/gather.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// Returns the place of update i, the same for all columns; the indices have
// been checked.
struct PlacesOfRows {
  static constexpr bool kSameForColumns = true;
  PADDLE_HOST_DEVICE int64_t operator()(int64_t i, int64_t /*column*/) const {
    return indices[i];
  }
  const int64_t* indices;
};

namespace internal {

// Each thread looks at all updates of its column and applies those of its own
// places, so no two threads write to one element. Columns go to different
// threads, and so do places that differ modulo a power of two: few columns keep
// a GPU busy, too.
template <typename Places, typename Update>
void LookAtAllUpdates(const platform::CUDADeviceContext& device,
                      const AxisView& view, int64_t count, const Places& places,
                      const Update& update) {
  constexpr int64_t kThreads = int64_t{1} << 16;  // to keep busy
  const int64_t columns = view.outer * view.inner;
  int64_t classes = 1;
  // More classes than places would leave threads without work.
  while (classes < view.size && classes * columns < kThreads) classes *= 2;
  const int64_t inner = view.inner, size = view.size;
  // A power of two: a mask instead of a division for each update.
  const int64_t mask = classes - 1;
  platform::ForEach(device, columns * classes,
                    [=] PADDLE_DEVICE(int64_t thread) {
                      const int64_t part = thread / columns;
                      const int64_t column = thread - part * columns;
                      const int64_t o = column / inner;
                      const int64_t j = column - o * inner;
                      const int64_t first = o * size * inner + j;
                      for (int64_t i = 0; i < count; ++i) {
                        const int64_t place = places(i, column);
                        if ((place & mask) == part) {
                          update(first + place * inner, i, o, j);
                        }
                      }
                    });
}

// Sorts the updates by place. The thread of the first update of each place
// applies them all; the other threads have nothing to do.
template <typename Places, typename Update>
void FollowSortedUpdates(const platform::CUDADeviceContext& device,
                         const AxisView& view, int64_t count,
                         const Places& places, const Update& update) {
  const DeviceScratch<uint64_t> keys(device, count);
  const DeviceScratch<int64_t> positions(device, count);
  uint64_t* const key = keys.data();
  const int64_t* order = positions.data();
  platform::ForEach(device, count, [=] PADDLE_DEVICE(int64_t i) {
    key[i] = static_cast<uint64_t>(places(i, 0));
  });
  SortKeys(device, count, key, positions.data());
  const int64_t inner = view.inner, size = view.size;
  const int64_t columns = view.outer * inner;
  platform::ForEach(device, count * columns, [=] PADDLE_DEVICE(int64_t thread) {
    int64_t k = thread / columns;
    const uint64_t place = key[k];
    if (k > 0 && key[k - 1] == place) return;
    const int64_t column = thread - k * columns;
    const int64_t o = column / inner, j = column - o * inner;
    const int64_t at = (o * size + static_cast<int64_t>(place)) * inner + j;
    for (; k < count && key[k] == place; ++k) update(at, order[k], o, j);
  });
}

}  // namespace internal

// Calls update(at, i, o, j) for the updates i in [0, count) of each place and
// column (o, j) of the view, in the order of i; `at` is the index of the
// element of that column at places(i, o * inner + j).
//
// Places that are the same for all columns are sorted. A few updates are not:
// threads that look at all of them take one launch and no memory, a sort
// several of both. The bits are the same either way.
template <typename Places, typename Update>
void ForEachPlaceOnCUDA(const platform::CUDADeviceContext& device,
                        const AxisView& view, int64_t count,
                        const Places& places, const Update& update) {
  constexpr int64_t kFew = 512;
  if (view.outer * view.inner == 0 || count == 0) return;
  if constexpr (Places::kSameForColumns) {
    if (count > kFew) {
      internal::FollowSortedUpdates(device, view, count, places, update);
      return;
    }
  }
  internal::LookAtAllUpdates(device, view, count, places, update);
}

namespace internal {

// Adapts update(to, from, i) to update(at, i, o, j).
template <typename Source, typename Target, typename Update>
struct UpdateFromSource {
  PADDLE_HOST_DEVICE void operator()(int64_t at, int64_t i, int64_t o,
                                     int64_t j) const {
    update(target + at, source + (o * count + i) * inner + j, i);
  }
  const Source* source;
  Target* target;
  int64_t count, inner;
  Update update;
};

}  // namespace internal

// Calls update(to, from, i) in the order of ForEachPlaceOnCUDA, where `to` is
// the element of `target`, which the view describes, and `from` is element i of
// the column of `source`, of shape [outer, count, inner].
template <typename Target, typename Source, typename Places, typename Update>
void ForEachUpdateOnCUDA(const platform::CUDADeviceContext& device,
                         const AxisView& view, int64_t count,
                         const Places& places, const Source* source,
                         Target* target, const Update& update) {
  ForEachPlaceOnCUDA(device, view, count, places,
                     internal::UpdateFromSource<Source, Target, Update>{
                         source, target, count, view.inner, update});
}

// Adds the update; integers wrap around.
template <typename T>
struct AddUpdate {
  PADDLE_HOST_DEVICE void operator()(T* to, const T* from, int64_t) const {
    *to = Add(*to, *from);
  }
};

}  // namespace paddle::operators::kernels
