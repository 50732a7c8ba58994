// Operations on SelectedRows, which may have a row more than once. A gradient
// of an embedding, say, has a row for each id of the batch, in the order of the
// batch. Merging
//
//   rows   {5, 0, 5}           rows   {0, 5}
//   values {a, b, c}   gives   values {b, a + c}.
//
// It runs in parallel over the distinct rows, so that no two threads add to one
// row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Some rows of a tall tensor, each once, in ascending order: values[i * width]
// is the first element of row rows[i]. Both lie in memory of the place, which
// may be a GPU's. A view: nothing is owned.
template <typename T>
struct MergedRows {
  // In ascending order.
  absl::Span<const int64_t> rows;
  // rows.size() * width elements; null if there are none.
  const T* values = nullptr;
  // The elements of a row.
  int64_t width = 0;
};

// Returns the bytes of workspace that MergeRows needs for `rows`.
template <typename T>
size_t MergeBytes(const framework::SelectedRows& rows);

// Returns each row once; equal rows are added up in the order in which they
// appear, so that the bits are always the same. The result looks into
// `workspace` (of MergeBytes, aligned for any type) and, if there is nothing to
// add up or to sort, into `rows`; it is valid as long as both are. Throws
// OutOfRange for a row outside the tensor. T: float, double.
template <class Device, class T>
MergedRows<T> MergeRows(const Device& context,
                        const framework::SelectedRows& rows, void* workspace);

// In the functions below, numbers lie in memory of the place, `workspace` is of
// MergeBytes, T is float or double, and `out` gets memory of `allocator`. They
// throw OutOfRange for a row outside the tensor.

// Computes the merged rows with each element limited to [min, max]. Merged
// first: the limit is for the gradient, which is the sum of equal rows.
template <class Device, class T>
void ClipRows(const Device& context, const framework::SelectedRows& rows,
              double min, double max, void* workspace,
              memory::Allocator* allocator, framework::SelectedRows* out);

// Computes the sum of the squares of all elements of the merged rows, added up
// in double, in an order that depends on their number alone.
template <class Device, class T>
void SquaredNormOfRows(const Device& context,
                       const framework::SelectedRows& rows, void* workspace,
                       T* out);

// Divides all elements by a number; the rows are not merged.
template <class Device, class T>
void DivideRows(const Device& context, const framework::SelectedRows& rows,
                const T* divisor, memory::Allocator* allocator,
                framework::SelectedRows* out);

// The parts of these functions that run on GPUs, instantiated in a .cu source.
// Those of ClipRows and DivideRows compute `size` values.
template <typename T>
MergedRows<T> MergeRowsOnCUDA(const platform::CUDADeviceContext& context,
                              const framework::SelectedRows& rows,
                              void* workspace);
template <typename T>
void ClipOnCUDA(const platform::CUDADeviceContext& context, int64_t size,
                const T* values, T min, T max, T* out);
template <typename T>
void SquaredNormOnCUDA(const platform::CUDADeviceContext& context, int64_t size,
                       const T* values, T* out);
template <typename T>
void DivideOnCUDA(const platform::CUDADeviceContext& context, int64_t size,
                  const T* values, const T* divisor, T* out);

}  // namespace paddle::operators::kernels
