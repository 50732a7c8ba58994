// The inverse of max pooling, and the gradients of both: numbers and their
// positions in planes. For example, with a plane of two by two:
//
//   x 7 8, indices 3 0   gives   8 0
//                                0 7
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Spreads numbers over larger images. Both have N x C planes (axes 0 and 1); x
// has a number for each position that `indices` (int64, of the same dims) gives
// in its plane, in row-major order. Elements without a number are 0; of several
// numbers for one position the last counts. Throws OutOfRange, naming the
// index, its position and the bound, for a position outside the plane; a GPU
// reports it later. T: float, double, here and below.
template <class Device, class T>
void Unpool(const Device& context, const framework::Tensor& x,
            const framework::Tensor& indices, framework::Tensor* out);

// Sets out[i] to the element of x that index i points to: the gradient of
// Unpool. Throws as Unpool does.
template <class Device, class T>
void PickFromPlanes(const Device& context, const framework::Tensor& x,
                    const framework::Tensor& indices, framework::Tensor* out);

// Spreads numbers like Unpool, but adds those for one position, in their order:
// the gradient of PickFromPlanes, and of max pooling.
template <class Device, class T>
void AddToPlanes(const Device& context, const framework::Tensor& x,
                 const framework::Tensor& indices, framework::Tensor* out);

}  // namespace paddle::operators::kernels
