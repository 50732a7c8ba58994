// Adding up the rows of SelectedRows that appear more than once.
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
// may be a GPU's.
template <typename T>
struct MergedRows {
  absl::Span<const int64_t> rows;
  const T* values = nullptr;
  int64_t width = 0;
};

// What MergeRows needs to work in.
template <typename T>
size_t MergeBytes(const framework::SelectedRows& rows);

// Each row once, equal rows added up in the order in which they stand. The
// result looks into `workspace` (of MergeBytes, aligned for any type) and, when
// there is nothing to add up or to sort, into `rows`. OutOfRange for a row
// outside the tensor. T is float or double.
template <class Device, class T>
MergedRows<T> MergeRows(const Device& context,
                        const framework::SelectedRows& rows, void* workspace);

// Below, numbers and `workspace` are as above, T float or double, and `out`
// gets memory of `allocator`.

// The rows, merged, with each element in [min, max].
template <class Device, class T>
void ClipRows(const Device& context, const framework::SelectedRows& rows,
              double min, double max, void* workspace,
              memory::Allocator* allocator, framework::SelectedRows* out);

// out = the sum of the squares of all elements, once the rows are merged.
template <class Device, class T>
void SquaredNormOfRows(const Device& context,
                       const framework::SelectedRows& rows, void* workspace,
                       T* out);

// All elements divided by a number; the rows stay as they are.
template <class Device, class T>
void DivideRows(const Device& context, const framework::SelectedRows& rows,
                const T* divisor, memory::Allocator* allocator,
                framework::SelectedRows* out);

// What these are made of on GPUs, where sources of their own instantiate it.
// Those of ClipRows and DivideRows compute values of which there are `size`.
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
