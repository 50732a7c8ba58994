// Convolution over the rows of each sequence (context projection).
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The rows that a row of the output depends on: `length` rows, beginning with
// the one `start` rows after it (before it, if negative).
struct SequenceWindow {
  int64_t start = 0;
  int64_t length = 1;
};

// In these functions x is [rows, n], filter [length * n, m] and out [rows, m].
// Windows end at the borders of sequences: rows beyond them count as zeros.
// `workspace` provides the windows of some thousand rows at a time. T: float,
// double.

// Computes each row of out = the concatenated rows of its window times filter.
template <class Device, class T>
void SequenceConv(const Device& device, const framework::Tensor& x,
                  const framework::Tensor& filter, SequenceWindow window,
                  Offsets offsets, Workspace workspace, framework::Tensor* out);
// Computes d_x = d_out * filter^T, added up over the windows that see a row.
template <class Device, class T>
void SequenceConvGradX(const Device& device, const framework::Tensor& filter,
                       const framework::Tensor& d_out, SequenceWindow window,
                       Offsets offsets, Workspace workspace,
                       framework::Tensor* d_x);
// Computes d_filter = windows^T * d_out, summed over all rows.
template <class Device, class T>
void SequenceConvGradFilter(const Device& device, const framework::Tensor& x,
                            const framework::Tensor& d_out,
                            SequenceWindow window, Offsets offsets,
                            Workspace workspace, framework::Tensor* d_filter);

// Computes both gradients, or the one that is not null. One after the other:
// both ask for the same workspace.
template <class Device, class T>
void SequenceConvGrad(const Device& device, const framework::Tensor& x,
                      const framework::Tensor& filter,
                      const framework::Tensor& d_out, SequenceWindow window,
                      Offsets offsets, Workspace workspace,
                      framework::Tensor* d_x, framework::Tensor* d_filter) {
  if (d_x != nullptr) {
    SequenceConvGradX<Device, T>(device, filter, d_out, window, offsets,
                                 workspace, d_x);
  }
  if (d_filter != nullptr) {
    SequenceConvGradFilter<Device, T>(device, x, d_out, window, offsets,
                                      workspace, d_filter);
  }
}

// Stores the windows of the rows of a group of whole sequences as rows of
// `columns`, [rows of the group, length * n]; n is the width of x. Called by
// the functions above on GPUs; windows that reach beyond a sequence are filled
// with zeros.
template <typename T>
void SpreadOnCUDA(const platform::CUDADeviceContext& device, Offsets group,
                  SequenceWindow window, int64_t n, const T* x, T* columns);
// The adjoint: d_x = the sum of the window elements that a row appears as.
template <typename T>
void AddSpreadOnCUDA(const platform::CUDADeviceContext& device, Offsets group,
                     SequenceWindow window, int64_t n, const T* columns,
                     T* d_x);

}  // namespace paddle::operators::kernels
