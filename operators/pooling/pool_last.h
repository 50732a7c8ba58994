// Computes pooling of flat images, whose channels may be last, as pool2d calls
// it.
#pragma once

#include <string>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/windows/channels.h"
#include "paddle/operators/pooling/pool_kernels.h"
#include "paddle/operators/pooling/pool_last_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes Pool; with the format "NHWC" of images [N, H, W, C], with the same
// bits. On GPUs these are turned, in memory of `allocator`. T: float, double.
template <class Device, class T>
void Pool2d(const Device& device, const PoolAttributes& attributes,
            const std::string& type, bool exclusive, const std::string& format,
            const framework::Tensor& x, memory::Allocator* allocator,
            framework::Tensor* out) {
  if (format == "NCHW") {
    return Pool<Device, T>(device, attributes, type, exclusive, x, out);
  }
  if constexpr (platform::kIsCUDA<Device>) {
    const framework::Tensor turned = TurnedFirst(device, x, allocator);
    framework::Tensor result;
    result.Allocate(ChannelsFirst(out->dims()), out->dtype(), allocator);
    Pool<Device, T>(device, attributes, type, exclusive, turned, &result);
    TurnLast(device, result, out);
  } else {
    const PoolShape shape =
        attributes.ShapeOf(ChannelsFirst(x.dims()), ChannelsFirst(out->dims()));
    T* to = out->template mutable_data<T>();
    if (type == "max") {
      MaxPoolRows(shape, x.data<T>(), to);
    } else {
      AveragePoolRows(shape, exclusive, x.data<T>(), to);
    }
  }
}

// Computes its gradient. Images with their channels last are turned.
template <class Device, class T>
void Pool2dGrad(const Device& device, const PoolAttributes& attributes,
                const std::string& type, bool exclusive,
                const std::string& format, const framework::Tensor& x,
                memory::Allocator* allocator, const framework::Tensor& d_out,
                framework::Tensor* d_x) {
  if (format == "NCHW") {
    return PoolGrad<Device, T>(device, attributes, type, exclusive, x, d_out,
                               d_x);
  }
  framework::Tensor result;
  result.Allocate(ChannelsFirst(x.dims()), x.dtype(), allocator);
  PoolGrad<Device, T>(device, attributes, type, exclusive,
                      TurnedFirst(device, x, allocator),
                      TurnedFirst(device, d_out, allocator), &result);
  TurnLast(device, result, d_x);
}

}  // namespace paddle::operators::kernels
