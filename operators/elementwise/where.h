// Selection between two tensors by a condition, and its gradient. A function of
// three tensors, so it has loops of its own instead of a functor for
// elementwise.h.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = condition ? x : y elementwise; the three broadcast by NumPy's
// rule to out's dims. `condition` is bool; x, y and out are of one data type,
// any. Nothing may share memory. There is no T: elements are only moved, by
// size. Device: CPU or CUDA.
template <class Device>
void Where(const Device& device, const framework::Tensor& condition,
           const framework::Tensor& x, const framework::Tensor& y,
           framework::Tensor* out);

// Computes dx = dout where condition == chosen, otherwise 0, summed over the
// axes that were broadcast: the gradient of x if `chosen`, that of y if not.
// dout has the dims to which all three broadcast. An operand that was not
// chosen gets exactly 0, even if it is NaN, which a product with a mask would
// not give. T: floating types. The same bits for any number of threads.
// `workspace` is asked at most once.
template <class Device, class T>
void WhereGrad(const Device& device, const framework::Tensor& condition,
               const framework::Tensor& dout, bool chosen, Workspace workspace,
               framework::Tensor* dx);

}  // namespace paddle::operators::kernels
