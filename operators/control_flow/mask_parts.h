// The two parts of the rows, or sequences, of a tensor.
#pragma once

#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/math/rows/row_partition.h"

namespace paddle::operators {

// The bools of the condition of ifelse; InvalidArgument, with data type and
// shape, unless it is bool [items] or [items, 1].
kernels::Mask ConditionMask(const framework::LoDTensor& condition);

// How many items a part has.
int64_t NumItems(kernels::Mask mask, bool part);
// Those of a tensor: its outermost sequences, or rows.
int64_t NumItems(const framework::LoDTensor& x);

// A part of what has the shape and the sequences of `x`; its elements are those
// of `from` (x, or its gradient), or zeros for null. InvalidArgument unless the
// mask has a bool for each item.
framework::LoDTensor PartOf(const framework::KernelContext& context,
                            const framework::LoDTensor& x,
                            const framework::Tensor* from, kernels::Mask mask,
                            bool part);
// The reverse, into *out, of the shape and sequences of `x`; the other items
// become zeros.
void PutPart(const framework::KernelContext& context,
             const framework::LoDTensor& x, const framework::Tensor& rows,
             kernels::Mask mask, bool part, framework::Tensor* out);

}  // namespace paddle::operators
