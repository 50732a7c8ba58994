// Partition of rows by a mask into those it marks and the others, and the
// reverse: the data of if-else blocks. An item is a row, or a sequence of rows.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// One bool for each item.
using Mask = absl::Span<const bool>;

// Returns the elements of a bool tensor of any shape in host memory.
Mask MaskOf(const framework::Tensor& mask);

// Returns the numbers of the items of one part, ascending.
std::vector<int64_t> ItemsOfPart(Mask mask, bool part);

// Returns the offsets of the items in the rows, the items being the sequences
// of level 0. Without sequences item i is row i, and the result is empty;
// `offsets` below are such results.
std::vector<int64_t> ItemOffsets(const framework::LoDPtr& lod);

// Throws InvalidArgument, with both numbers, unless the mask has an element for
// each item of x, of shape [rows, ...].
void CheckMask(const framework::Tensor& x, Mask mask, Offsets offsets);

// Returns the number of rows of a part. The mask has been checked.
int64_t RowsOfPart(Mask mask, Offsets offsets, bool part);

// Returns the sequences of one part, at all levels; null for null.
framework::LoDPtr LoDOfPart(const framework::LoDPtr& lod, Mask mask, bool part);

// Returns the sequences of both parts merged, item by item as the mask says:
// the reverse of LoDOfPart. Null if both parts are null; a part without items
// may be null. Throws InvalidArgument, with both numbers, if the parts differ
// in the number of levels or do not have as many items as the mask says.
framework::LoDPtr MergedLoD(const framework::LoDPtr& marked,
                            const framework::LoDPtr& others, Mask mask);

// x, out and the parts below are [rows, ...] of one data type, any. Both
// functions throw InvalidArgument, with both numbers, unless they have as many
// rows as mask and offsets say. Nothing may share memory.

// Copies the rows of x to the parts, in order. A null part is skipped.
void SplitRows(const platform::DeviceContext& device,
               const framework::Tensor& x, Mask mask, Offsets offsets,
               framework::Tensor* marked, framework::Tensor* others);

// Merges the parts into `out`: the reverse of SplitRows. `offsets` are out's. A
// null part counts as zeros.
void MergeRows(const platform::DeviceContext& device,
               const framework::Tensor* marked, const framework::Tensor* others,
               Mask mask, Offsets offsets, framework::Tensor* out);

}  // namespace paddle::operators::kernels
