// Batch normalisation in the terms of cuDNN, for batch_norm_library_cudnn.cc
// alone.
#pragma once

#include <cudnn.h>

#include <array>

#include "paddle/platform/cudnn.h"

namespace paddle::operators::kernels {

// Owns cuDNN's descriptions of one batch normalisation.
struct BatchNormDescriptors {
  platform::CudnnTensor x;         // y and the gradients, too
  platform::CudnnTensor channels;  // scale, bias and statistics
};

// Describes a batch; false if cuDNN does not support it.
template <typename T>
bool Describe(const std::array<int, 4>& dims, const BatchNormDescriptors& d) {
  for (cudnnStatus_t status :
       {platform::SetContiguous(d.x, platform::CudnnTypeOf<T>(), 4,
                                dims.data()),
        cudnnDeriveBNTensorDescriptor(d.channels.get(), d.x.get(),
                                      CUDNN_BATCHNORM_SPATIAL)}) {
    if (!platform::CudnnTakes(status, "describing a batch")) return false;
  }
  return true;
}

}  // namespace paddle::operators::kernels
