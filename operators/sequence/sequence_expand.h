// Repeats rows or whole sequences. Only the differences of `repeats` matter:
// they are the offsets of the sequences of another tensor, whose rows are not
// read.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = item i of x, repeats[i + 1] - repeats[i] times in a row, for
// each i. Items are the sequences delimited by `items`, or single rows if it is
// empty. Supports every data type. `workspace` provides an int64 per item and
// one more (not asked for on a GPU). x and out must not share memory. For
// example, items {0, 2, 3} and repeats {0, 2, 3} turn the rows a b c into a b a
// b c. `repeats` has one more entry than there are items.
template <class Device>
void SequenceExpand(const Device& device, const framework::Tensor& x,
                    Offsets items, Offsets repeats, Workspace workspace,
                    framework::Tensor* out);

// Computes each item of d_x = the sum of its copies in d_out, in their order; 0
// for an item without copies. T: float, double. `items` and `repeats` are those
// of SequenceExpand; d_x has the shape of its x. All of d_x is overwritten.
// Nothing may share memory.
template <class Device, class T>
void SequenceExpandGrad(const Device& device, const framework::Tensor& d_out,
                        Offsets items, Offsets repeats, Workspace workspace,
                        framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
