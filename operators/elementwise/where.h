// Selects elements of two tensors by a condition, and computes the gradient. It
// has loops of its own because the functors of elementwise.h take two tensors,
// not three.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = condition ? x : y elementwise; the three broadcast by NumPy's
// rule to the dims of out. `condition` is bool; x, y and out have the same data
// type. Supports every data type, without a parameter T, because elements are
// only copied. No tensors may share memory. Device: CPU or CUDA.
template <class Device>
void Where(const Device& device, const framework::Tensor& condition,
           const framework::Tensor& x, const framework::Tensor& y,
           framework::Tensor* out);

// Computes dx = dout where condition == chosen, otherwise 0, summed over the
// axes that were broadcast: the gradient of x if `chosen` is true, else of y.
// dout has the dims to which all three broadcast. Elements that were not chosen
// get exactly 0 even if dout is NaN or inf there, where multiplying by a mask
// would give NaN. T: floating types. The result does not depend on the number
// of threads. Requests `workspace` at most once.
template <class Device, class T>
void WhereGrad(const Device& device, const framework::Tensor& condition,
               const framework::Tensor& dout, bool chosen, Workspace workspace,
               framework::Tensor* dx);

}  // namespace paddle::operators::kernels
