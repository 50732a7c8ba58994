// Dropout as operators call it: in training and in inference.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/loops/dropout.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Computes Dropout. In inference nothing is dropped or scaled; the mask says
// so. The mask is then all ones, and neither key nor probability is read. `out`
// may be x.
template <class Device, class T>
void DropoutOrCopy(const Device& device, bool is_test,
                   const platform::RandomKey& key, double probability,
                   const framework::Tensor& x, framework::Tensor* out,
                   framework::Tensor* mask) {
  if (!is_test) {
    return Dropout<Device, T>(device, key, probability, x, out, mask);
  }
  CopyElements(device, x, out);
  Fill(device, 1, mask);
}

// Computes the gradient. In inference dropout is the identity, and so is its
// gradient. `is_test` is that of the forward pass.
template <class Device, class T>
void DropoutOrCopyGrad(const Device& device, bool is_test, double probability,
                       const framework::Tensor& mask,
                       const framework::Tensor& d_out, framework::Tensor* d_x) {
  if (is_test) return CopyElements(device, d_out, d_x);
  DropoutGrad<Device, T>(device, probability, mask, d_out, d_x);
}

}  // namespace paddle::operators::kernels
