// Pooling of flat images whose channels are last, on the CPU, row by row of the
// output: loops over channels are vectorised, and each element is combined in
// the order of pool.h, with the same bits, but for those of a NaN.
#pragma once

#include "paddle/operators/pooling/pool.h"

namespace paddle::operators::kernels {

// Compute out [N, OH, OW, C], the largest element or the mean of each window of
// x [N, H, W, C]. The sizes are those of the same images [N, C, H, W]. 16-bit
// types are added up in float and rounded once. T: floating types; for the
// largest int8_t and uint8_t, too. The bits are the same for any number of
// threads.
template <typename T>
void MaxPoolRows(const PoolShape& shape, const T* x, T* out);
template <typename T>
void AveragePoolRows(const PoolShape& shape, bool exclusive, const T* x,
                     T* out);

// Computes the gradient of MaxPoolRows, with the bits of MaxPoolGrad: the first
// of the largest elements of a window gets what its output gets. Not for
// adaptive windows. An image belongs to one thread.
void MaxPoolRowsGrad(const PoolShape& shape, const float* x, const float* d_out,
                     float* d_x);

}  // namespace paddle::operators::kernels
