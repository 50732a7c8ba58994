#include <cstdint>

#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/windows/planes_nest.cuh"
#include "paddle/operators/pooling/pool.h"
#include "paddle/operators/pooling/pool_library.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

PADDLE_HOST_DEVICE inline int64_t Index(const Extent& extent, int64_t z,
                                        int64_t y, int64_t x) {
  return (z * extent[1] + y) * extent[2] + x;
}

// Returns the position in its plane of the first of the largest elements of a
// window; NaN is the largest.
template <typename T>
PADDLE_HOST_DEVICE int64_t FirstLargest(const PoolShape& s,
                                        const DeviceOffsets<4>& at,
                                        const T* plane) {
  int64_t first = Index(s.in, s.Begin(0, at.of[1]), s.Begin(1, at.of[2]),
                        s.Begin(2, at.of[3]));
  T best = plane[first];
  for (int64_t z = s.Begin(0, at.of[1]); z < s.End(0, at.of[1]); ++z) {
    for (int64_t y = s.Begin(1, at.of[2]); y < s.End(1, at.of[2]); ++y) {
      for (int64_t x = s.Begin(2, at.of[3]); x < s.End(2, at.of[3]); ++x) {
        const int64_t index = Index(s.in, z, y, x);
        const T value = plane[index];
        if (value > best || (value != value && best == best)) {
          best = value;
          first = index;
        }
      }
    }
  }
  return first;
}

// Computes out and indices, of which either may be null, for every window.
template <typename T>
void FindLargest(const platform::CUDADeviceContext& device,
                 const PoolShape& shape, const T* x, T* out, int64_t* indices) {
  const PoolShape s = shape;
  const int64_t size = Volume(s.in);
  const DeviceNest<4> nest = PlanesNest(s.planes, s.out);
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    const T* plane = x + at.of[0] * size;
    const int64_t first = FirstLargest(s, at, plane);
    if (out != nullptr) out[i] = plane[first];
    if (indices != nullptr) indices[i] = first;
  });
}

// The windows that see element i of an axis.
struct WindowRange {
  PADDLE_HOST_DEVICE WindowRange(const PoolShape& s, int axis, int64_t i) {
    const int64_t in = s.in[axis], out = s.out[axis];
    if (s.adaptive) {
      begin = i * out / in;
      end = ((i + 1) * out - 1) / in + 1;
      return;
    }
    const int64_t from = i + s.padding[axis], stride = s.stride[axis];
    const int64_t past = from - s.kernel[axis];
    begin = past < 0 ? 0 : past / stride + 1;
    end = from / stride + 1 < out ? from / stride + 1 : out;
  }
  int64_t begin, end;
};

// Returns the sum over the windows that see an element of term(z, y, x,
// output). Gathering by elements needs no atomic additions.
template <typename T, typename Term>
PADDLE_HOST_DEVICE T SumOverWindows(const PoolShape& s,
                                    const DeviceOffsets<4>& at,
                                    const Term& term) {
  const WindowRange depth(s, 0, at.of[1]);
  const WindowRange height(s, 1, at.of[2]);
  const WindowRange width(s, 2, at.of[3]);
  T sum = 0;
  for (int64_t z = depth.begin; z < depth.end; ++z) {
    for (int64_t y = height.begin; y < height.end; ++y) {
      for (int64_t x = width.begin; x < width.end; ++x) {
        sum += term(z, y, x, Index(s.out, z, y, x));
      }
    }
  }
  return sum;
}

// The gradient of the windows of which an element is the first of the largest.
template <typename T>
struct LargestTerm {
  PADDLE_HOST_DEVICE T operator()(int64_t, int64_t, int64_t,
                                  int64_t output) const {
    return first[output] == element ? d_out[output] : T(0);
  }
  const T* d_out;
  const int64_t* first;
  int64_t element;
};

template <typename T>
PADDLE_HOST_DEVICE T Divisor(const PoolShape& s, bool exclusive, int64_t z,
                             int64_t y, int64_t x) {
  return static_cast<T>(s.Length(0, z, exclusive) * s.Length(1, y, exclusive) *
                        s.Length(2, x, exclusive));
}

// The shares that windows have in their averages.
template <typename T>
struct ShareTerm {
  PADDLE_HOST_DEVICE T operator()(int64_t z, int64_t y, int64_t x,
                                  int64_t output) const {
    return d_out[output] / Divisor<T>(shape, exclusive, z, y, x);
  }
  const PoolShape& shape;
  bool exclusive;
  const T* d_out;
};

template <typename T>
PADDLE_HOST_DEVICE T Average(const PoolShape& s, bool exclusive,
                             const DeviceOffsets<4>& at, const T* plane) {
  T sum = 0;
  for (int64_t z = s.Begin(0, at.of[1]); z < s.End(0, at.of[1]); ++z) {
    for (int64_t y = s.Begin(1, at.of[2]); y < s.End(1, at.of[2]); ++y) {
      for (int64_t x = s.Begin(2, at.of[3]); x < s.End(2, at.of[3]); ++x) {
        sum += plane[Index(s.in, z, y, x)];
      }
    }
  }
  return sum / Divisor<T>(s, exclusive, at.of[1], at.of[2], at.of[3]);
}

}  // namespace

template <class Device, class T>
void MaxPool(const Device& device, const PoolShape& s, const Tensor& x,
             Tensor* out) {
  FindLargest<T>(device, s, x.data<T>(), out->mutable_data<T>(), nullptr);
}

template <class Device, class T>
void MaxPoolWithIndex(const Device& device, const PoolShape& s, const Tensor& x,
                      Tensor* out, Tensor* mask) {
  FindLargest<T>(device, s, x.data<T>(), out->mutable_data<T>(),
                 mask->mutable_data<int64_t>());
}

template <class Device, class T>
void MaxPoolGrad(const Device& device, const PoolShape& shape, const Tensor& x,
                 const Tensor& d_out, Tensor* d_x) {
  const PoolShape s = shape;
  const int64_t size = Volume(s.in), outputs = Volume(s.out);
  // The positions of all windows first, then a gather: an element is seen by
  // several windows, and would find their largest elements again and again.
  const DeviceScratch<int64_t> scratch(device, s.planes * outputs);
  const int64_t* first = scratch.data();
  FindLargest<T>(device, s, x.data<T>(), nullptr, scratch.data());
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const DeviceNest<4> nest = PlanesNest(s.planes, s.in);
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    const int64_t o = at.of[0] * outputs;
    dx[i] = SumOverWindows<T>(
        s, at, LargestTerm<T>{dy + o, first + o, i - at.of[0] * size});
  });
}

template <class Device, class T>
void AveragePool(const Device& device, const PoolShape& shape, bool exclusive,
                 const Tensor& x, Tensor* out) {
  const PoolShape s = shape;
  const int64_t size = Volume(s.in);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  // Means only: pool_library.h says why the library does not look for the
  // largest.
  if (LibraryAveragePool(device, s, exclusive, from, to)) return;
  const DeviceNest<4> nest = PlanesNest(s.planes, s.out);
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    to[i] = Average(s, exclusive, at, from + at.of[0] * size);
  });
}

template <class Device, class T>
void AveragePoolGrad(const Device& device, const PoolShape& shape,
                     bool exclusive, const Tensor& d_out, Tensor* d_x) {
  const PoolShape s = shape;
  const int64_t outputs = Volume(s.out);
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  if (LibraryAveragePoolGrad(device, s, exclusive, dy, dx)) return;
  const DeviceNest<4> nest = PlanesNest(s.planes, s.in);
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    dx[i] = SumOverWindows<T>(
        s, at, ShareTerm<T>{s, exclusive, dy + at.of[0] * outputs});
  });
}

PADDLE_INSTANTIATE(MaxPool, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(MaxPoolGrad, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(AveragePool, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(AveragePoolGrad, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(MaxPoolWithIndex, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
