// Average pooling on GPUs by NVIDIA's cuDNN, in builds with --cuda_math=nvidia.
// One of two sources defines it: pool_library_cudnn, or pool_library_stub.
//
// The largest elements are never its task. A window of infinities below 0 has
// the smallest finite number there, and cuDNN does not say which of equal
// elements has the gradient.
#pragma once

#include "paddle/operators/pooling/pool.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The functions of pool.h. False, and nothing was done, in builds without the
// library, for the shapes that PoolForLibrary leaves out, and for what else
// cuDNN does not take. T is float or double.
template <typename T>
bool LibraryAveragePool(const platform::DeviceContext& device,
                        const PoolShape& shape, bool exclusive, const T* x,
                        T* out);
template <typename T>
bool LibraryAveragePoolGrad(const platform::DeviceContext& device,
                            const PoolShape& shape, bool exclusive,
                            const T* d_out, T* d_x);

}  // namespace paddle::operators::kernels
