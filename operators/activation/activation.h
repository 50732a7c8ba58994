// The elementwise functions scale and clip, which have rules of their own for
// integers. They choose a functor by type and numbers, then loop as activations
// do.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/operators/activation/exact_scale.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// All tensors of a call have the same dims, and an output may share all its
// memory with an input. 16-bit types are computed in float. Device: CPU or
// CUDA.

// Computes out = scale * x + bias. Integers are computed exactly if scale and
// bias are whole, otherwise in double and rounded towards zero; they are
// clamped to the range of T. T: floating types, int32_t, int64_t.
template <class Device, class T>
void Scale(const Device& device, const framework::Tensor& x,
           const framework::Number& scale, const framework::Number& bias,
           framework::Tensor* out);

// Computes out = min where x < min, max where x > max, otherwise x. For
// integers, bounds are rounded towards zero, and one beyond the range of T does
// not bound. T as for Scale.
template <class Device, class T>
void Clip(const Device& device, const framework::Tensor& x,
          const framework::Number& min, const framework::Number& max,
          framework::Tensor* out);
// Computes dx = dout where min <= x <= max, otherwise 0; x at a bound passes
// the gradient. T: floating types.
template <class Device, class T>
void ClipGrad(const Device& device, const framework::Tensor& x,
              const framework::Tensor& dout, double min, double max,
              framework::Tensor* dx);

}  // namespace paddle::operators::kernels
