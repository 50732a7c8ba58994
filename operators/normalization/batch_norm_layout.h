// Reads the layout of images: which axis is that of the channels.
#pragma once

#include <string>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/normalization/batch_norm.h"

namespace paddle::operators {

// Returns x seen as [outer, channels, inner]; `layout` is NCHW (channels are
// axis 1) or NHWC (the last axis).
inline kernels::BatchNormShape BatchNormShapeOf(const framework::Dims& x,
                                                const std::string& layout) {
  if (layout == "NHWC") {
    const int last = x.rank() - 1;
    return {x.Slice(0, last).Numel(), x[last], 1, x.Slice(1, last).Numel()};
  }
  return {x[0], x[1], x.Slice(2, x.rank()).Numel()};
}

namespace kernels {

// Computes batch_norm. With NHWC the channels are adjacent, for which there are
// loops of their own. In inference the batch does not matter: a row gives the
// same in any batch.
template <class Device, class T>
void BatchNormOf(const Device& device, const std::string& layout,
                 const BatchNormInputs& in, bool is_test, double momentum,
                 double epsilon, const BatchNormOutputs& out) {
  const BatchNormShape shape = BatchNormShapeOf(in.x.dims(), layout);
  if (is_test) {
    BatchNormInfer<Device, T>(device, shape, in, epsilon, out);
  } else {
    BatchNormTrain<Device, T>(device, shape, in, momentum, epsilon, out);
  }
}

// The tensors that the gradient of batch_norm reads.
struct BatchNormSaved {
  const framework::Tensor& x;
  const framework::Tensor& scale;
  const framework::Tensor& mean;
  const framework::Tensor& inverse;
  const framework::Tensor& d_y;
};

// Computes the gradients of BatchNormOf, each of which may be null.
template <class Device, class T>
void BatchNormOfGrad(const Device& device, const std::string& layout,
                     const BatchNormSaved& saved, bool is_test, double epsilon,
                     framework::Tensor* d_x, framework::Tensor* d_scale,
                     framework::Tensor* d_bias) {
  BatchNormGrad<Device, T>(
      device, BatchNormShapeOf(saved.x.dims(), layout),
      {saved.x, saved.scale, saved.mean, saved.inverse, saved.d_y, epsilon},
      is_test, d_x, d_scale, d_bias);
}

}  // namespace kernels

}  // namespace paddle::operators
