#include "paddle/operators/kernels/argsort.h"
#include "paddle/operators/kernels/axis_view.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Lines of elements and where they stood, which are sorted in place.
template <typename T>
struct Lines {
  // Whether what stands at `a` belongs behind what stands at `b`.
  PADDLE_HOST_DEVICE bool Behind(int64_t a, int64_t b) const {
    const T x = values[a], y = values[b];
    if (ComesBelow(x, y)) return descending;
    if (ComesBelow(y, x)) return !descending;
    return indices[a] > indices[b];
  }
  PADDLE_HOST_DEVICE void Exchange(int64_t a, int64_t b) const {
    const T value = values[a];
    const int64_t index = indices[a];
    values[a] = values[b];
    indices[a] = indices[b];
    values[b] = value;
    indices[b] = index;
  }
  T* values;
  int64_t* indices;
  int64_t size;
  int64_t inner;
  bool descending;
};

// One step of a bitonic network for all lines: elements i and i ^ mask, where
// `bit` is the highest of mask. A line is as if numbers followed that belong
// behind all others: they never move, and are not there.
template <typename T>
void Step(const platform::DeviceContext& device, const Lines<T>& all,
          int64_t outer, int64_t bit, int64_t mask) {
  const Lines<T> lines = all;
  const int64_t inner = lines.inner, size = lines.size;
  platform::ForEach(device, outer * size * inner,
                    [=] PADDLE_DEVICE(int64_t thread) {
                      const int64_t row = thread / inner;
                      const int64_t i = row % size, partner = i ^ mask;
                      if ((i & bit) != 0 || partner >= size) return;
                      const int64_t other = thread + (partner - i) * inner;
                      if (lines.Behind(thread, other))
                        lines.Exchange(thread, other);
                    });
}

}  // namespace

template <typename T>
void ArgSortOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                   int axis, bool descending, Tensor* out, Tensor* indices) {
  const AxisView view = AxisView::Of(x.dims(), axis);
  const int64_t size = view.size, inner = view.inner;
  const T* from = x.data<T>();
  T* values = out->mutable_data<T>();
  int64_t* index = indices->mutable_data<int64_t>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    values[i] = from[i];
    index[i] = i / inner % size;
  });
  const Lines<T> lines{values, index, size, inner, descending};
  for (int64_t sorted = 1; sorted < size; sorted *= 2) {
    Step(device, lines, view.outer, sorted, 2 * sorted - 1);
    for (int64_t bit = sorted / 2; bit > 0; bit /= 2) {
      Step(device, lines, view.outer, bit, bit);
    }
  }
}

#define INSTANTIATE(T)                                           \
  template void ArgSortOnCUDA<T>(const platform::DeviceContext&, \
                                 const Tensor&, int, bool, Tensor*, Tensor*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(int32_t)
INSTANTIATE(int64_t)

}  // namespace paddle::operators::kernels
