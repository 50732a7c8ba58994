// Operations on SelectedRows, in which a row may occur more than once: the
// gradient of an embedding, for example, has one row for each id of the batch,
// in the order of the batch. Merging adds up the values of equal rows:
//
//   rows   {5, 0, 5}           rows   {0, 5}
//   values {a, b, c}   gives   values {b, a + c}.
//
// Threads divide the distinct rows among themselves, so that no two add to one
// row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Some rows of a tall matrix, each once, in ascending order. Both spans lie in
// memory of the place of the SelectedRows, which may be a GPU. A view: owns
// nothing.
template <typename T>
struct MergedRows {
  absl::Span<const int64_t> rows;
  // values[i * width] is the first element of row rows[i]; null without rows.
  const T* values = nullptr;
  // The number of elements of a row.
  int64_t width = 0;
  // Null, unless equal rows are still to be added up (MergeRowsLater): row i is
  // then the sum of the rows order[starts[i]], ..., order[starts[i + 1] - 1] of
  // values, in this order.
  const int64_t* order = nullptr;
  const int64_t* starts = nullptr;
};

// Returns the size in bytes of the workspace that MergeRows needs for `rows`.
template <typename T>
size_t MergeBytes(const framework::SelectedRows& rows);

// Returns each row once, with the sum of its values. Equal rows are added in
// the order in which they occur, so the result is the same in every run. It
// points into `workspace` (MergeBytes, aligned for any type) or, if the rows
// are merged already, into `rows`, and is valid as long as both are. Throws
// OutOfRange for a row outside the tensor. T: float, double.
template <class Device, class T>
MergedRows<T> MergeRows(const Device& context,
                        const framework::SelectedRows& rows, void* workspace);

// Returns the size in bytes of the workspace that MergeRowsLater needs.
template <class Device, class T>
size_t MergeLaterBytes(const framework::SelectedRows& rows);

// Returns what MergeRows does, but on the CPU leaves the sums of equal rows to
// SumOfRow: most rows occur once, and need not be copied. `workspace` has
// MergeLaterBytes.
template <class Device, class T>
MergedRows<T> MergeRowsLater(const Device& context,
                             const framework::SelectedRows& rows,
                             void* workspace);

// Returns the elements of row i of merged rows on the CPU, which may be put
// into `space`, as long as a row.
template <typename T>
const T* SumOfRow(const MergedRows<T>& rows, int64_t i, T* space);

// In the functions below T is float or double, `workspace` has MergeBytes
// bytes, the memory of `out` comes from `allocator`, and numbers passed by
// pointer lie in memory of the place of `rows`. They throw OutOfRange for a row
// outside the tensor.

// Merges the rows and clips each element to [min, max]. The limits apply to the
// gradient of a row, which is the sum of equal rows, so merging comes first.
template <class Device, class T>
void ClipRows(const Device& context, const framework::SelectedRows& rows,
              double min, double max, void* workspace,
              memory::Allocator* allocator, framework::SelectedRows* out);

// Computes the sum of the squares of all elements of the merged rows. It is
// accumulated in double, in an order that depends on their number alone.
template <class Device, class T>
void SquaredNormOfRows(const Device& context,
                       const framework::SelectedRows& rows, void* workspace,
                       T* out);

// Computes out = rows / *divisor, elementwise and without merging.
template <class Device, class T>
void DivideRows(const Device& context, const framework::SelectedRows& rows,
                const T* divisor, memory::Allocator* allocator,
                framework::SelectedRows* out);

// The CUDA parts of the functions above, instantiated in a .cu source. Pointers
// are to GPU memory. ClipOnCUDA and DivideOnCUDA compute `size` elements of
// `out`, SquaredNormOnCUDA the sum of the squares of `size` values.
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
