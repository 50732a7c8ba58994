#include <cstdint>

#include "paddle/operators/pooling/interpolate.h"
#include "paddle/operators/pooling/interpolate_axis.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// A range of outputs that contains all that see an element of the image: those
// whose place is less than 1 away, and a few more for rounding. The weights
// decide which count.
struct OutputRange {
  PADDLE_HOST_DEVICE OutputRange(const ResizeAxis& axis, int64_t i)
      : begin(0), end(axis.out) {
    if (axis.step <= 0) return;
    const int64_t low = static_cast<int64_t>((i - 1) / axis.step) - 2;
    const int64_t high = static_cast<int64_t>((i + 2) / axis.step) + 2;
    if (low > 0 && i > 0) begin = low < axis.out ? low : axis.out;
    if (high < axis.out && i < axis.in - 1) end = high;
  }
  int64_t begin;
  int64_t end;
};

// Returns the weight of element i in output o.
template <typename T>
struct BilinearWeight {
  PADDLE_HOST_DEVICE static T Of(const ResizeAxis& axis, int64_t o, int64_t i) {
    const Neighbours<T> n(axis, o);
    return (n.first == i ? 1 - n.weight : T(0)) +
           (n.second == i ? n.weight : T(0));
  }
};
template <typename T>
struct NearestWeight {
  PADDLE_HOST_DEVICE static T Of(const ResizeAxis& axis, int64_t o, int64_t i) {
    return axis.Nearest(o) == i ? T(1) : T(0);
  }
};

// Computes for each element the sum over the outputs that see it, in their
// order: gathered by one thread, so that no atomic addition changes the bits.
template <typename Weight, typename T>
void GatherGrad(const platform::CUDADeviceContext& device,
                const Resampling& resampling, const Tensor& d_out,
                Tensor* d_x) {
  const ResizeAxis rows(d_x->dims(), d_out.dims(), 2, resampling);
  const ResizeAxis columns(d_x->dims(), d_out.dims(), 3, resampling);
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  platform::ForEach(device, d_x->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t x = i % columns.in, y = i / columns.in % rows.in;
    const T* plane = from + i / columns.in / rows.in * rows.out * columns.out;
    const OutputRange across(columns, x), down(rows, y);
    T sum = 0;
    for (int64_t oy = down.begin; oy < down.end; ++oy) {
      const T row_weight = Weight::Of(rows, oy, y);
      if (row_weight == T(0)) continue;
      T row = 0;
      for (int64_t ox = across.begin; ox < across.end; ++ox) {
        const T weight = Weight::Of(columns, ox, x);
        if (weight != T(0)) row += weight * plane[oy * columns.out + ox];
      }
      sum += row_weight * row;
    }
    to[i] = sum;
  });
}

}  // namespace

template <class Device, class T>
void ResizeBilinear(const Device& device, const Resampling& resampling,
                    const Tensor& x, Tensor* out) {
  const ResizeAxis rows(x.dims(), out->dims(), 2, resampling);
  const ResizeAxis columns(x.dims(), out->dims(), 3, resampling);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const Neighbours<T> across(columns, i % columns.out);
    const Neighbours<T> down(rows, i / columns.out % rows.out);
    const T* plane = from + i / columns.out / rows.out * rows.in * columns.in;
    const T* above = plane + down.first * columns.in;
    const T* below = plane + down.second * columns.in;
    const ResizeWeight<T> left = 1 - across.weight, right = across.weight;
    to[i] = FromMean<T>((1 - down.weight) * (left * above[across.first] +
                                             right * above[across.second]) +
                        down.weight * (left * below[across.first] +
                                       right * below[across.second]));
  });
}

template <class Device, class T>
void ResizeBilinearGrad(const Device& device, const Resampling& resampling,
                        const Tensor& d_out, Tensor* d_x) {
  GatherGrad<BilinearWeight<T>, T>(device, resampling, d_out, d_x);
}

template <class Device, class T>
void ResizeNearest(const Device& device, const Resampling& resampling,
                   const Tensor& x, Tensor* out) {
  const ResizeAxis rows(x.dims(), out->dims(), 2, resampling);
  const ResizeAxis columns(x.dims(), out->dims(), 3, resampling);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t plane = i / columns.out / rows.out;
    const int64_t y = rows.Nearest(i / columns.out % rows.out);
    to[i] = from[(plane * rows.in + y) * columns.in +
                 columns.Nearest(i % columns.out)];
  });
}

template <class Device, class T>
void ResizeNearestGrad(const Device& device, const Resampling& resampling,
                       const Tensor& d_out, Tensor* d_x) {
  GatherGrad<NearestWeight<T>, T>(device, resampling, d_out, d_x);
}

PADDLE_INSTANTIATE(ResizeBilinear, platform::CUDADeviceContext, float, double,
                   uint8_t);
PADDLE_INSTANTIATE(ResizeBilinearGrad, platform::CUDADeviceContext, float,
                   double);
PADDLE_INSTANTIATE(ResizeNearest, platform::CUDADeviceContext, float, double,
                   uint8_t);
PADDLE_INSTANTIATE(ResizeNearestGrad, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
