// Pooling of 8-bit integers that stand for real numbers: the largest of them
// stands for the largest number, whatever their scale.
#pragma once

#include <string>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/windows/channels.h"
#include "paddle/operators/pooling/pool.h"
#include "paddle/operators/pooling/pool_kernels.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out [N, OH, OW, C] = the largest element of each window of x [N, H,
// W, C]. The sizes are those of the same images [N, C, H, W]. T: int8_t,
// uint8_t. The bits are the same for any number of threads.
template <class Device, class T>
void LargestOfWindows(const Device& device, const PoolShape& shape,
                      const framework::Tensor& x, framework::Tensor* out);

// Computes it of images whose channels are where `format` says, NCHW or NHWC.
template <class Device, class T>
void QuantizedPool2d(const Device& device, const PoolAttributes& attributes,
                     const std::string& format, const framework::Tensor& x,
                     framework::Tensor* out) {
  if (out->numel() == 0) return;
  if (format == "NHWC") {
    return LargestOfWindows<Device, T>(
        device,
        attributes.ShapeOf(ChannelsFirst(x.dims()), ChannelsFirst(out->dims())),
        x, out);
  }
  // Each plane is an image of one channel.
  PoolShape shape = attributes.Shape(x, *out);
  shape.channels = 1;
  LargestOfWindows<Device, T>(device, shape, x, out);
}

}  // namespace paddle::operators::kernels
