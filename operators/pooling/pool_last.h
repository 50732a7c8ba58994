// Computes pooling of flat images, whose channels may be last, as pool2d calls
// it.
#pragma once

#include <string>
#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/loops/half_tensor.h"
#include "paddle/operators/math/windows/channels.h"
#include "paddle/operators/pooling/pool_kernels.h"
#include "paddle/operators/pooling/pool_last_rows.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Computes Pool; with the format "NHWC" of images [N, H, W, C], with the same
// bits, but for those of a NaN. On GPUs these are turned, and 16-bit images are
// computed in float, in memory of `allocator`; so are 16-bit images [N, C, H,
// W] on the CPU. T: floating types.
template <class Device, class T>
void Pool2d(const Device& device, const PoolAttributes& attributes,
            const std::string& type, bool exclusive, const std::string& format,
            const framework::Tensor& x, memory::Allocator* allocator,
            framework::Tensor* out) {
  if constexpr (platform::kIsHalf<T>) {
    if (platform::kIsCUDA<Device> || format == "NCHW") {
      framework::Tensor result;
      result.Allocate(out->dims(), framework::DataType::kFloat32, allocator);
      Pool2d<Device, float>(device, attributes, type, exclusive, format,
                            WidenedTensor<Device, T>(device, x, allocator),
                            allocator, &result);
      return RoundTensor<Device, T>(device, result, out);
    }
  } else if (format == "NCHW") {
    return Pool<Device, T>(device, attributes, type, exclusive, x, out);
  }
  if constexpr (!platform::kIsCUDA<Device>) {
    const PoolShape shape =
        attributes.ShapeOf(ChannelsFirst(x.dims()), ChannelsFirst(out->dims()));
    T* to = out->template mutable_data<T>();
    if (type == "max") {
      MaxPoolRows(shape, x.data<T>(), to);
    } else {
      AveragePoolRows(shape, exclusive, x.data<T>(), to);
    }
  } else if constexpr (!platform::kIsHalf<T>) {
    const framework::Tensor turned = TurnedFirst(device, x, allocator);
    framework::Tensor result;
    result.Allocate(ChannelsFirst(out->dims()), out->dtype(), allocator);
    Pool<Device, T>(device, attributes, type, exclusive, turned, &result);
    TurnLast(device, result, out);
  }
}

// Computes its gradient, with the bits of the other order. Images with their
// channels last are turned, but for the largest floats on the CPU, and 16-bit
// images are computed in float.
template <class Device, class T>
void Pool2dGrad(const Device& device, const PoolAttributes& attributes,
                const std::string& type, bool exclusive,
                const std::string& format, const framework::Tensor& x,
                memory::Allocator* allocator, const framework::Tensor& d_out,
                framework::Tensor* d_x) {
  framework::Tensor result;
  if constexpr (platform::kIsHalf<T>) {
    result.Allocate(x.dims(), framework::DataType::kFloat32, allocator);
    Pool2dGrad<Device, float>(
        device, attributes, type, exclusive, format,
        WidenedTensor<Device, T>(device, x, allocator), allocator,
        WidenedTensor<Device, T>(device, d_out, allocator), &result);
    RoundTensor<Device, T>(device, result, d_x);
  } else if (format == "NCHW") {
    PoolGrad<Device, T>(device, attributes, type, exclusive, x, d_out, d_x);
  } else {
    if constexpr (!platform::kIsCUDA<Device> && std::is_same_v<T, float>) {
      const PoolShape shape = attributes.ShapeOf(ChannelsFirst(x.dims()),
                                                 ChannelsFirst(d_out.dims()));
      if (type == "max" && !shape.adaptive) {
        return MaxPoolRowsGrad(shape, x.data<T>(), d_out.data<T>(),
                               d_x->mutable_data<T>());
      }
    }
    result.Allocate(ChannelsFirst(x.dims()), x.dtype(), allocator);
    PoolGrad<Device, T>(device, attributes, type, exclusive,
                        TurnedFirst(device, x, allocator),
                        TurnedFirst(device, d_out, allocator), &result);
    TurnLast(device, result, d_x);
  }
}

}  // namespace paddle::operators::kernels
