#include <cstdint>
#include <limits>

#include "paddle/operators/indexing/argsort.h"
#include "paddle/operators/indexing/sort_key.h"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/device/sort_keys.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Returns the offset of element i of a line.
PADDLE_HOST_DEVICE int64_t At(const AxisView& view, int64_t line, int64_t i) {
  const int64_t outer = line / view.inner;
  return (outer * view.size + i) * view.inner + (line - outer * view.inner);
}

// Fills keys whose unsigned order is the order asked for, line after line: a
// radix sort compares bits. Inverting the bits gives the descending order, and,
// unlike reversing the result, leaves equal elements in order of position.
template <typename T>
void FillKeys(const platform::CUDADeviceContext& device, const T* x,
              const AxisView& axis, bool descending, SortKey<T>* keys) {
  const AxisView view = axis;
  const SortKey<T> flipped = descending ? ~SortKey<T>{0} : 0;
  platform::ForEach(device, view.outer * view.size * view.inner,
                    [=] PADDLE_DEVICE(int64_t k) {
                      const T value = x[At(view, k / view.size, k % view.size)];
                      keys[k] = SortKeyOf(value) ^ flipped;
                    });
}

// Stores in `positions`, [lines, size], where the keys of each line are in
// ascending order. Lines that keep a GPU busy are sorted one by one. Shorter
// ones are sorted together, by key, and then by line, in a sort that keeps the
// order of the keys: the number of launches does not grow with that of lines.
template <typename Key>
void SortLines(const platform::CUDADeviceContext& device, int64_t lines,
               int64_t size, Key* keys, int64_t* positions) {
  constexpr int64_t kLong = int64_t{1} << 16;
  if (lines == 1 || size >= kLong) {
    for (int64_t k = 0; k < lines * size; k += size) {
      SortKeys(device, size, keys + k, positions + k);
    }
    return;
  }
  const int64_t count = lines * size;
  // Keys of 4-byte types are too small for the number of a line beyond that.
  PADDLE_ENFORCE(lines <= std::numeric_limits<uint32_t>::max(), OutOfRange,
                 "argsort of ", lines, " lines: their numbers take 32 bits");
  const DeviceScratch<int64_t> by_key(device, count), by_line(device, count);
  int64_t* const order = by_key.data();
  const int64_t* line_order = by_line.data();
  SortKeys(device, count, keys, order);
  // The keys are of no further use: the lines take their place.
  platform::ForEach(device, count, [=] PADDLE_DEVICE(int64_t i) {
    keys[i] = static_cast<Key>(order[i] / size);
  });
  SortKeys(device, count, keys, by_line.data());
  platform::ForEach(device, count, [=] PADDLE_DEVICE(int64_t k) {
    positions[k] = order[line_order[k]] % size;
  });
}

// Stores elements and positions in sorted order. Values come from x, not from
// the keys: those merge the zeros, and lose the bits of NaN.
template <typename T>
void Take(const platform::CUDADeviceContext& device, const T* x,
          const int64_t* sorted, const AxisView& axis, T* out, int64_t* index) {
  const AxisView view = axis;
  platform::ForEach(device, view.outer * view.size * view.inner,
                    [=] PADDLE_DEVICE(int64_t k) {
                      const int64_t line = k / view.size;
                      const int64_t at = At(view, line, k % view.size);
                      const int64_t from = sorted[k];
                      out[at] = x[At(view, line, from)];
                      index[at] = from;
                    });
}

}  // namespace

template <class Device, class T>
void ArgSort(const Device& device, const Tensor& x, int axis, bool descending,
             Tensor* out, Tensor* indices) {
  const AxisView view = AxisView::Of(x.dims(), axis);
  const DeviceScratch<SortKey<T>> keys(device, x.numel());
  const DeviceScratch<int64_t> sorted(device, x.numel());
  FillKeys(device, x.data<T>(), view, descending, keys.data());
  SortLines(device, view.outer * view.inner, view.size, keys.data(),
            sorted.data());
  Take(device, x.data<T>(), sorted.data(), view, out->mutable_data<T>(),
       indices->mutable_data<int64_t>());
}

PADDLE_INSTANTIATE(ArgSort, platform::CUDADeviceContext, float, double, int32_t,
                   int64_t);

}  // namespace paddle::operators::kernels
