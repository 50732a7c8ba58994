// im2sequence as its operator calls it.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/im2sequence.h"

namespace paddle::operators::kernels {

// The attributes of the window; `paddings` is up, left, down, right.
struct PatchAttributes {
  std::vector<int64_t> kernels;
  std::vector<int64_t> strides;
  std::vector<int64_t> paddings;

  // Returns the windows over images of dims x, [N, C, H, W]. The count of
  // windows along an axis is (size + zeros on both sides - kernel) / stride +
  // 1, as in the schema.
  PatchWindow Over(const framework::Dims& x) const {
    PatchWindow window;
    for (int i = 0; i < 2; ++i) {
      window.kernel[i] = kernels[i];
      window.stride[i] = strides[i];
      window.padding[i] = paddings[i];
      const int64_t padded = x[2 + i] + paddings[i] + paddings[2 + i];
      window.count[i] = (padded - kernels[i]) / strides[i] + 1;
    }
    return window;
  }
};

// Computes ImageToSequence.
template <class Device, class T>
void Patches(const Device& device, const PatchAttributes& attributes,
             const framework::Tensor& x, framework::Tensor* out) {
  ImageToSequence<Device, T>(device, attributes.Over(x.dims()), x, out);
}

// Computes its gradient.
template <class Device, class T>
void PatchesGrad(const Device& device, const PatchAttributes& attributes,
                 const framework::Tensor& dout, framework::Tensor* dx) {
  ImageToSequenceGrad<Device, T>(device, attributes.Over(dx->dims()), dout, dx);
}

}  // namespace paddle::operators::kernels
