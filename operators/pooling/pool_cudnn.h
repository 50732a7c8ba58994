// Average pooling as cuDNN knows it: for pool_library_cudnn.cc alone.
#pragma once

#include <cudnn.h>

#include "paddle/operators/pooling/pool_library_sizes.h"
#include "paddle/platform/cudnn.h"

namespace paddle::operators::kernels {

struct PoolDescriptors {
  platform::CudnnTensor x;
  platform::CudnnTensor out;
  platform::CudnnPooling pooling;
};

// False for what cuDNN does not take.
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
            exclusive ? CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING
                      : CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
            CUDNN_PROPAGATE_NAN, s.axes, s.window.data(), s.padding.data(),
            s.stride.data())}) {
    if (!platform::CudnnTakes(status, "describing a pooling")) return false;
  }
  return true;
}

}  // namespace paddle::operators::kernels
