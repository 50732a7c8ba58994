#include "paddle/operators/pooling/quantized_pool.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <class Device, class T>
void LargestOfWindows(const Device& device, const PoolShape& shape,
                      const framework::Tensor& x, framework::Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const PoolShape s = shape;
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t c = i % s.channels, pixel = i / s.channels;
    const int64_t column = pixel % s.out[2], row = pixel / s.out[2] % s.out[1];
    const int64_t image = pixel / s.out[2] / s.out[1];
    const T* plane = from + image * s.in[1] * s.in[2] * s.channels + c;
    T largest =
        plane[(s.Begin(1, row) * s.in[2] + s.Begin(2, column)) * s.channels];
    for (int64_t y = s.Begin(1, row); y < s.End(1, row); ++y) {
      for (int64_t z = s.Begin(2, column); z < s.End(2, column); ++z) {
        const T value = plane[(y * s.in[2] + z) * s.channels];
        largest = value > largest ? value : largest;
      }
    }
    to[i] = largest;
  });
}

PADDLE_INSTANTIATE(LargestOfWindows, platform::CUDADeviceContext, int8_t,
                   uint8_t);

}  // namespace paddle::operators::kernels
