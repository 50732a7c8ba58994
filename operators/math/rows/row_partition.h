// Items parted by a mask into those it marks and the others, and put together
// again. An item is a row, or a sequence of rows.
//
//   mask 1 0 0 1, rows a b c d: marked a d, others b c.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// A bool for each item.
using Mask = absl::Span<const bool>;

// The elements of a bool tensor of any shape, in host memory.
Mask MaskOf(const framework::Tensor& mask);

// The numbers of the items of one part, ascending.
std::vector<int64_t> ItemsOfPart(Mask mask, bool part);

// Where the items begin in the rows, and the end, the items being the sequences
// of level 0; empty without sequences: item i is row i then. Below, `offsets`
// are these.
std::vector<int64_t> ItemOffsets(const framework::LoDPtr& lod);

// InvalidArgument, naming both numbers, unless the mask has an element for each
// item of x, [rows, ...].
void CheckMask(const framework::Tensor& x, Mask mask, Offsets offsets);

// How many rows a part has, the mask having been checked.
int64_t RowsOfPart(Mask mask, Offsets offsets, bool part);

// The sequences of one part, at all levels; null for null.
framework::LoDPtr LoDOfPart(const framework::LoDPtr& lod, Mask mask, bool part);

// The reverse: of the parts, item by item as the mask says. Null if both parts
// are; a part without items may be null. InvalidArgument, naming both numbers,
// if the parts differ in the number of levels or have not as many items as the
// mask says.
framework::LoDPtr MergedLoD(const framework::LoDPtr& marked,
                            const framework::LoDPtr& others, Mask mask);

// Below, x, out and the parts are [rows, ...] of any one data type;
// InvalidArgument, naming both numbers, unless they have as many rows as mask
// and offsets say. Nothing may share memory.

// The rows of each part, in order. A null part is left out.
void SplitRows(const platform::DeviceContext& device,
               const framework::Tensor& x, Mask mask, Offsets offsets,
               framework::Tensor* marked, framework::Tensor* others);

// The reverse. `offsets` are out's. A null part counts as zeros.
void MergeRows(const platform::DeviceContext& device,
               const framework::Tensor* marked, const framework::Tensor* others,
               Mask mask, Offsets offsets, framework::Tensor* out);

}  // namespace paddle::operators::kernels
