// Repetition of tensors as operators call it: by another shape, or by numbers
// of copies.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/shape/tile.h"

namespace paddle::operators::kernels {

// Computes out = x broadcast to the shape of out by NumPy's rule. Any data
// type. Axes align at the last one; those of size 1 are repeated, and missing
// ones added in front.
template <class Device>
void Broadcast(const Device& device, const framework::Tensor& x,
               framework::Tensor* out) {
  Repeat(device, BroadcastOf(x.dims(), out->dims()), x, out);
}

// Computes dx = the sum of dout over the copies of each element. It needs no x:
// the shapes of both gradients give the repetition.
template <class Device, class T>
void BroadcastGrad(const Device& device, const framework::Tensor& dout,
                   Workspace workspace, framework::Tensor* dx) {
  // The workspace holds partial sums if one sum is divided among threads.
  RepeatGrad<Device, T>(device, BroadcastOf(dx->dims(), dout.dims()), dout,
                        workspace, dx);
}

// Computes out = x repeated times[i] times along axis i. Any data type. `times`
// has a number, at least 1, for each axis of x.
template <class Device>
void Expand(const Device& device, const framework::Tensor& x,
            const std::vector<int64_t>& times, framework::Tensor* out) {
  Repeat(device, TilesOf(x.dims(), times), x, out);
}

// Computes the gradient of Expand. Each element of dx gets the sum of dout over
// its copies. T: float, double.
template <class Device, class T>
void ExpandGrad(const Device& device, const framework::Tensor& dout,
                const std::vector<int64_t>& times, Workspace workspace,
                framework::Tensor* dx) {
  RepeatGrad<Device, T>(device, TilesOf(dx->dims(), times), dout, workspace,
                        dx);
}

}  // namespace paddle::operators::kernels
