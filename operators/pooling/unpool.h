// The inverse of max pooling.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Spreads numbers over larger images: both have N x C planes (axes 0 and 1),
// and x, a number for each place that `indices` (int64, of the same dims) gives
// in its plane, row-major. What nobody points to is 0; of several numbers for
// one place the last counts. OutOfRange, naming the index, its position and the
// bound, for a place outside the plane. T is float or double, here and below.
template <class Device, class T>
void Unpool(const Device& context, const framework::Tensor& x,
            const framework::Tensor& indices, framework::Tensor* out);

// out[i] = what the indices find in the planes of x: the gradient of Unpool.
template <class Device, class T>
void PickFromPlanes(const Device& context, const framework::Tensor& x,
                    const framework::Tensor& indices, framework::Tensor* out);

// As Unpool, but numbers for one place add up: the gradient of PickFromPlanes,
// and of max pooling.
template <class Device, class T>
void AddToPlanes(const Device& context, const framework::Tensor& x,
                 const framework::Tensor& indices, framework::Tensor* out);

}  // namespace paddle::operators::kernels
