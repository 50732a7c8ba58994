// Rows or sequences repeated.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = item i of x repeats[i + 1] - repeats[i] times, for each i. An item is a
// sequence of x, which `items` are the offsets of, or a row if it is empty. Any
// data type.
template <class Device>
void SequenceExpand(const Device& device, const framework::Tensor& x,
                    Offsets items, Offsets repeats, Workspace workspace,
                    framework::Tensor* out);

// Each item of d_x is the sum of its copies. T is float or double.
template <class Device, class T>
void SequenceExpandGrad(const Device& device, const framework::Tensor& d_out,
                        Offsets items, Offsets repeats, Workspace workspace,
                        framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
