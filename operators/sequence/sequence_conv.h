// Convolution over the rows of each sequence (context projection). For
// instance, with a window of start -1 and length 3 each row of the output
// depends on a row and its two neighbours.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The rows that a row of the output depends on: `length` rows, beginning with
// the one `start` rows after it (before it, if negative). Row t sees the rows
// [t + start, t + start + length), which may all lie before or after it.
// `length` is at least 1.
struct SequenceWindow {
  int64_t start = 0;
  int64_t length = 1;
};

// In these functions x is [rows, n], filter [length * n, m] and out [rows, m].
// Windows end at the borders of sequences: rows beyond them count as zeros.
// `workspace` provides the windows of some thousand rows at a time. T: float,
// double.

// Computes each row of out = the concatenated rows of its window times filter.
// Spreads the windows of groups of whole sequences into a matrix and multiplies
// it, so that most of the work is in matrix products (im2col).
template <class Device, class T>
void SequenceConv(const Device& device, const framework::Tensor& x,
                  const framework::Tensor& filter, SequenceWindow window,
                  Offsets offsets, Workspace workspace, framework::Tensor* out);
// Computes d_x = d_out * filter^T, added up over the windows that see a row.
// All of d_x is overwritten; a row that no window sees gets zeros.
template <class Device, class T>
void SequenceConvGradX(const Device& device, const framework::Tensor& filter,
                       const framework::Tensor& d_out, SequenceWindow window,
                       Offsets offsets, Workspace workspace,
                       framework::Tensor* d_x);
// Computes d_filter = windows^T * d_out, summed over all rows. The windows are
// spread again rather than kept from the forward pass: they have `length` times
// the elements of x.
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
// with zeros. `x` points to row 0 of the whole tensor, `columns` to the first
// row of the group.
template <typename T>
void SpreadOnCUDA(const platform::CUDADeviceContext& device, Offsets group,
                  SequenceWindow window, int64_t n, const T* x, T* columns);
// The adjoint: d_x = the sum of the window elements that a row appears as.
// Overwrites the rows of the group in d_x, and adds in a fixed order without
// atomics.
template <typename T>
void AddSpreadOnCUDA(const platform::CUDADeviceContext& device, Offsets group,
                     SequenceWindow window, int64_t n, const T* columns,
                     T* d_x);

}  // namespace paddle::operators::kernels
