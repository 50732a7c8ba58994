// Average pooling on GPUs by NVIDIA's cuDNN, in builds with --cuda_math=nvidia.
// One of two sources defines it: pool_library_cudnn or pool_library_stub.
//
// cuDNN is never used for the largest elements: it returns the smallest finite
// number for a window of negative infinities, and it does not say which of
// equal elements is given the gradient.
#pragma once

#include "paddle/operators/pooling/pool.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The functions of pool.h. They return false, having done nothing, in builds
// without the library, for shapes that PoolForLibrary leaves out, and for
// others that cuDNN does not support; the caller then runs its own kernel. T:
// float, double.
template <typename T>
bool LibraryAveragePool(const platform::DeviceContext& device,
                        const PoolShape& shape, bool exclusive, const T* x,
                        T* out);
template <typename T>
bool LibraryAveragePoolGrad(const platform::DeviceContext& device,
                            const PoolShape& shape, bool exclusive,
                            const T* d_out, T* d_x);

}  // namespace paddle::operators::kernels
