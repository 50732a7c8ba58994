#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/im2sequence.h"
#include "paddle/operators/convolution/window_axis.cuh"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

WindowAxis AxisOf(const PatchWindow& w, const framework::Dims& x, int axis) {
  return {x[2 + axis],    w.count[axis],   w.kernel[axis],
          w.stride[axis], w.padding[axis], /*dilation=*/1};
}

}  // namespace

template <class Device, class T>
void ImageToSequence(const Device& device, const PatchWindow& w,
                     const Tensor& x, Tensor* out) {
  const framework::Dims& d = x.dims();
  const WindowAxis down = AxisOf(w, d, 0), across = AxisOf(w, d, 1);
  // Counts the plane, and height and width before padding is subtracted.
  const DeviceNest<3> nest(
      LoopNest<3>(framework::Dims({d[0], w.count[0], w.count[1], d[1],
                                   w.kernel[0], w.kernel[1]}),
                  {Strides{d[1], 0, 0, 1}, Strides{0, w.stride[0], 0, 0, 1},
                   Strides{0, 0, w.stride[1], 0, 0, 1}}));
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<3> at = nest(i);
    const int64_t row = at.of[1] - down.padding;
    const int64_t column = at.of[2] - across.padding;
    const bool inside =
        row >= 0 && row < down.in && column >= 0 && column < across.in;
    to[i] =
        inside ? from[(at.of[0] * down.in + row) * across.in + column] : T(0);
  });
}

template <class Device, class T>
void ImageToSequenceGrad(const Device& device, const PatchWindow& w,
                         const Tensor& d_out, Tensor* d_x) {
  const framework::Dims& d = d_x->dims();
  const WindowAxis down = AxisOf(w, d, 0), across = AxisOf(w, d, 1);
  const int64_t channels = d[1];
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  // A thread gathers the gradient of one element from all windows that see it:
  // no atomic additions.
  platform::ForEach(device, d_x->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t x = i % across.in, y = i / across.in % down.in;
    const int64_t plane = i / across.in / down.in;
    const int64_t image = plane / channels, channel = plane % channels;
    T sum = 0;
    for (int64_t h = 0; h < down.kernel; ++h) {
      const int64_t oy = down.Seeing(y, h);
      for (int64_t j = 0; oy >= 0 && j < across.kernel; ++j) {
        const int64_t ox = across.Seeing(x, j);
        if (ox < 0) continue;
        const int64_t row = (image * down.out + oy) * across.out + ox;
        sum += from[((row * channels + channel) * down.kernel + h) *
                        across.kernel +
                    j];
      }
    }
    to[i] = sum;
  });
}

PADDLE_INSTANTIATE(ImageToSequence, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(ImageToSequenceGrad, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
