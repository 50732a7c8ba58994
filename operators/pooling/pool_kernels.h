// Computes pooling over any number of axes, as operators call it. The rank
// follows from the dims, so pool2d and pool3d share all of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/windows/padding.h"
#include "paddle/operators/pooling/pool.h"

namespace paddle::operators::kernels {

// The attributes of the windows.
struct PoolAttributes {
  std::vector<int64_t> ksize;
  std::vector<int64_t> strides;
  std::vector<int64_t> paddings;
  bool global_pooling;
  bool adaptive;
  std::string padding_algorithm = "EXPLICIT";

  // Returns the sizes of the pooling of x to out.
  PoolShape Shape(const framework::Tensor& x,
                  const framework::Tensor& out) const {
    return ShapeOf(x.dims(), out.dims());
  }
  PoolShape ShapeOf(const framework::Dims& x,
                    const framework::Dims& out) const {
    PoolShape s = MakePoolShape(x, out,
                                {ToExtent(ksize, 1),
                                 ToExtent(strides, 1),
                                 {},
                                 global_pooling,
                                 adaptive});
    if (global_pooling || adaptive) return s;
    const Padding padding =
        PaddingOf({paddings, static_cast<int>(ksize.size()), padding_algorithm},
                  {s.in, s.out, s.kernel, s.stride});
    s.padding = padding.before;
    s.after = padding.after;
    return s;
  }
};

// Computes out = the largest element or the mean of each window, by `type`. T:
// float, double.
template <class Device, class T>
void Pool(const Device& device, const PoolAttributes& attributes,
          const std::string& type, bool exclusive, const framework::Tensor& x,
          framework::Tensor* out) {
  const PoolShape shape = attributes.Shape(x, *out);
  if (type == "max") {
    MaxPool<Device, T>(device, shape, x, out);
  } else {
    AveragePool<Device, T>(device, shape, exclusive, x, out);
  }
}

// Computes the gradient of either. It reads x for its dims, and for "max" its
// elements: the largest are found again, so nothing is kept from the forward
// run.
template <class Device, class T>
void PoolGrad(const Device& device, const PoolAttributes& attributes,
              const std::string& type, bool exclusive,
              const framework::Tensor& x, const framework::Tensor& d_out,
              framework::Tensor* d_x) {
  // From the dims alone: out itself is not an input of the gradient.
  const PoolShape shape = attributes.Shape(x, d_out);
  if (type == "max") {
    MaxPoolGrad<Device, T>(device, shape, x, d_out, d_x);
  } else {
    AveragePoolGrad<Device, T>(device, shape, exclusive, d_out, d_x);
  }
}

// Computes out and mask, for unpool and for the gradient, which adds up where
// mask points: nothing is looked for again.
template <class Device, class T>
void MaxPoolAndMask(const Device& device, const PoolAttributes& attributes,
                    const framework::Tensor& x, framework::Tensor* out,
                    framework::Tensor* mask) {
  MaxPoolWithIndex<Device, T>(device, attributes.Shape(x, *out), x, out, mask);
}

}  // namespace paddle::operators::kernels
