// Average pooling in the terms of cuDNN, for pool_library_cudnn.cc alone.
#pragma once

#include <cudnn.h>

#include "paddle/operators/pooling/pool_library_sizes.h"
#include "paddle/platform/cudnn.h"

namespace paddle::operators::kernels {

// Owns cuDNN's descriptions of one pooling.
struct PoolDescriptors {
  platform::CudnnTensor x;
  platform::CudnnTensor out;
  platform::CudnnPooling pooling;
};

// Describes a pooling; false if cuDNN does not support it. Descriptions are
// cheap, so none is kept from run to run. A NaN spreads, as in our own code.
template <typename T>
bool Describe(const PoolLibrarySizes& s, bool exclusive,
              const PoolDescriptors& d) {
  constexpr cudnnDataType_t kType = platform::CudnnTypeOf<T>();
  const int rank = 2 + s.axes;
  for (cudnnStatus_t status :
       {platform::SetContiguous(d.x, kType, rank, s.x.data()),
        platform::SetContiguous(d.out, kType, rank, s.out.data()),
        cudnnSetPoolingNdDescriptor(
            d.pooling.get(),
            // The two divisors of an average are two modes of cuDNN.
            exclusive ? CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING
                      : CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
            CUDNN_PROPAGATE_NAN, s.axes, s.window.data(), s.padding.data(),
            s.stride.data())}) {
    if (!platform::CudnnTakes(status, "describing a pooling")) return false;
  }
  return true;
}

}  // namespace paddle::operators::kernels
