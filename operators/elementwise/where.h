// A choice between two tensors, element by element.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = condition ? x : y; the three broadcast by NumPy's rule to out's dims.
// `condition` is of bool, the others of one data type. Nothing may share
// memory.
template <class Device>
void Where(const Device& device, const framework::Tensor& condition,
           const framework::Tensor& x, const framework::Tensor& y,
           framework::Tensor* out);

// dx = dout where condition == chosen, else 0, summed over what was broadcast:
// the gradient of x with `chosen`, that of y without. dout has the dims to
// which all broadcast. T: the floating types.
template <class Device, class T>
void WhereGrad(const Device& device, const framework::Tensor& condition,
               const framework::Tensor& dout, bool chosen, Workspace workspace,
               framework::Tensor* dx);

}  // namespace paddle::operators::kernels
