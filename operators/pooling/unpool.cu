#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/pooling/unpool.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::DeviceErrors;

constexpr const char kWhat[] = "unpool: Indices";

struct Replace {
  template <typename T>
  PADDLE_HOST_DEVICE T operator()(T, T value) const {
    return value;
  }
};
struct AddUp {
  template <typename T>
  PADDLE_HOST_DEVICE T operator()(T sum, T value) const {
    return sum + value;
  }
};

// Combines all numbers of x with the elements they point to, in order, in an
// output of zeros. Each thread has a slice of a plane of the output and looks
// at all numbers of the plane, threads of a warp at the same ones at a time:
// that keeps the order without atomic operations.
template <typename T, typename Put>
void Spread(const platform::CUDADeviceContext& device, const Tensor& x,
            const Tensor& indices, const Put& put, Tensor* out) {
  constexpr int64_t kSlices = 32;
  const T* from = x.data<T>();
  const int64_t* at = indices.data<int64_t>();
  T* to = out->mutable_data<T>();
  ZeroOnCUDA(device, out->numel(), to);
  const int64_t planes = x.dims()[0] * x.dims()[1];
  const int64_t places = x.numel() / std::max<int64_t>(planes, 1);
  const int64_t size = out->numel() / std::max<int64_t>(planes, 1);
  const DeviceErrors errors = platform::ErrorsOf(device, kWhat);
  const Put combine = put;
  platform::ForEach(device, planes * kSlices, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t plane = i / kSlices, slice = i % kSlices;
    const int64_t begin = slice * size / kSlices;
    const int64_t end = (slice + 1) * size / kSlices;
    for (int64_t j = plane * places; j < (plane + 1) * places; ++j) {
      const int64_t place = errors.Checked(at[j], size);
      if (place < begin || place >= end) continue;
      T* target = to + plane * size + place;
      *target = combine(*target, from[j]);
    }
  });
}

}  // namespace

template <class Device, class T>
void Unpool(const Device& device, const Tensor& x, const Tensor& indices,
            Tensor* out) {
  Spread<T>(device, x, indices, Replace(), out);
}

template <class Device, class T>
void AddToPlanes(const Device& device, const Tensor& x, const Tensor& indices,
                 Tensor* out) {
  Spread<T>(device, x, indices, AddUp(), out);
}

template <class Device, class T>
void PickFromPlanes(const Device& device, const Tensor& x,
                    const Tensor& indices, Tensor* out) {
  const T* from = x.data<T>();
  const int64_t* at = indices.data<int64_t>();
  T* to = out->mutable_data<T>();
  const int64_t planes =
      std::max<int64_t>(indices.dims()[0] * indices.dims()[1], 1);
  const int64_t places = indices.numel() / planes;
  const int64_t size = x.numel() / planes;
  const DeviceErrors errors = platform::ErrorsOf(device, kWhat);
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const bool inside = at[i] >= 0 && at[i] < size;
    const int64_t place = errors.Checked(at[i], size);
    // An index outside is reported, and reads nothing.
    to[i] = inside ? from[i / places * size + place] : T(0);
  });
}

PADDLE_INSTANTIATE(Unpool, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(PickFromPlanes, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(AddToPlanes, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
