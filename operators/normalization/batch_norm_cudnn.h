// Builds cuDNN's tensor descriptors for batch normalisation. A header of its
// own so that a test can compare them with what cuDNN reports; only
// batch_norm_library_cudnn.cc uses it otherwise.
#pragma once

#include <cudnn.h>

#include <array>

#include "paddle/platform/cudnn.h"

namespace paddle::operators::kernels {

// Owns the descriptors of one batch normalisation. They are undefined until
// Describe has set them.
struct BatchNormDescriptors {
  platform::CudnnTensor x;         // y and the gradients, too
  platform::CudnnTensor channels;  // scale, bias and statistics
};

// Sets the descriptors for a contiguous batch of T of shape `dims`, NCHW as
// BatchNormForLibrary returns it, and for its statistics per channel, whose
// type cuDNN derives from T. Returns false, and the descriptors must not be
// used, if cuDNN does not support the shape. Throws Internal for other errors
// of cuDNN.
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
