// Splits the rows, or the sequences, of a tensor into two parts by a mask.
#pragma once

#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/math/rows/row_partition.h"

namespace paddle::operators {

// Returns the bools of the condition of ifelse, which must be on the host.
// Throws InvalidArgument, naming data type and shape, unless it is bool,
// [items] or [items, 1].
kernels::Mask ConditionMask(const framework::LoDTensor& condition);

// Returns the number of items in the part for which the mask is `part`.
int64_t NumItems(kernels::Mask mask, bool part);
// Returns the number of items of a tensor: its outermost sequences, or its rows
// if it has none.
int64_t NumItems(const framework::LoDTensor& x);

// Returns a part of `from`, which is x or its gradient; of zeros, if null. The
// shape and the LoD are those of that part of x. Throws InvalidArgument unless
// the mask has a bool for each item.
framework::LoDTensor SelectByMask(const framework::KernelContext& context,
                                  const framework::LoDTensor& x,
                                  const framework::Tensor* from,
                                  kernels::Mask mask, bool part);
// The inverse: stores `rows` in the items of the part in *out, of the shape and
// LoD of `x`, and zeros in the others.
void ScatterByMask(const framework::KernelContext& context,
                   const framework::LoDTensor& x, const framework::Tensor& rows,
                   kernels::Mask mask, bool part, framework::Tensor* out);

}  // namespace paddle::operators
