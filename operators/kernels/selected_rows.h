// Adding up the rows of SelectedRows that appear more than once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Some rows of a tall tensor, each once, in ascending order: values[i * width]
// is the first element of row rows[i].
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
template <typename T>
MergedRows<T> MergeRows(const platform::DeviceContext& context,
                        const framework::SelectedRows& rows, void* workspace);

}  // namespace paddle::operators::kernels
