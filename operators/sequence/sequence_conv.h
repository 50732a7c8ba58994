// Convolution over the rows of each sequence.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// What a row sees: `length` rows, the first of them `start` rows further on.
struct SequenceWindow {
  int64_t start = 0;
  int64_t length = 1;
};

// x is [rows, n], filter [length * n, m], out [rows, m]: each row of out is the
// rows of the window, one behind the other, times the filter. Rows outside the
// sequence count as zeros. T is float or double.
template <class Device, class T>
void SequenceConv(const Device& device, const framework::Tensor& x,
                  const framework::Tensor& filter, SequenceWindow window,
                  Offsets offsets, Workspace workspace, framework::Tensor* out);
template <class Device, class T>
void SequenceConvGradX(const Device& device, const framework::Tensor& filter,
                       const framework::Tensor& d_out, SequenceWindow window,
                       Offsets offsets, Workspace workspace,
                       framework::Tensor* d_x);
template <class Device, class T>
void SequenceConvGradFilter(const Device& device, const framework::Tensor& x,
                            const framework::Tensor& d_out,
                            SequenceWindow window, Offsets offsets,
                            Workspace workspace, framework::Tensor* d_filter);

// What these do beside the products on GPUs, for a group of whole sequences:
// the windows of its rows as rows of `columns`, and the reverse, which adds up;
// n is the width of x.
template <typename T>
void SpreadOnCUDA(const platform::CUDADeviceContext& device, Offsets group,
                  SequenceWindow window, int64_t n, const T* x, T* columns);
template <typename T>
void AddSpreadOnCUDA(const platform::CUDADeviceContext& device, Offsets group,
                     SequenceWindow window, int64_t n, const T* columns,
                     T* d_x);

}  // namespace paddle::operators::kernels
