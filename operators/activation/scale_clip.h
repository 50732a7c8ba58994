// Computes the elementwise functions scale and clip. Unlike activations they
// also take integers, for which they choose an exact functor; the loops are
// those of activations.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/operators/activation/exact_scale.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// All tensors of a call have the same dims, and an output may be the memory of
// an input. 16-bit types are computed in float. The schema ensures that min <=
// max. Device: CPU or CUDA.

// Computes out = scale * x + bias. Integers are computed exactly if scale and
// bias are whole, otherwise in double and rounded towards zero; they are
// clamped to the range of T. T: floating types, int32_t, int64_t. Floating
// types are scaled in their accumulator, after rounding scale and bias to it.
template <class Device, class T>
void Scale(const Device& device, const framework::Tensor& x,
           const framework::Number& scale, const framework::Number& bias,
           framework::Tensor* out);

// Computes out[i] = scale * x[i] + bias for i in [0, size), as Scale does, on
// the CPU alone: on GPUs it does nothing. `out` may be x.
template <class Device, class T>
void ScaleElements(int64_t size, const T* x, const framework::Number& scale,
                   const framework::Number& bias, T* out);

// Computes out[i] = scale * (x[i] + y[i]) + bias in the same way. T: float,
// double.
template <class Device, class T>
void ScaleSum(int64_t size, const T* x, const T* y,
              const framework::Number& scale, const framework::Number& bias,
              T* out);

// Computes out = min where x < min, max where x > max, otherwise x; NaN stays
// NaN. For integers the bounds are rounded towards zero and clamped to the
// range of T. T is as for Scale.
template <class Device, class T>
void Clip(const Device& device, const framework::Tensor& x,
          const framework::Number& min, const framework::Number& max,
          framework::Tensor* out);
// Computes dx = dout where min <= x <= max, bounds included, otherwise 0, also
// for NaN. T: floating types.
template <class Device, class T>
void ClipGrad(const Device& device, const framework::Tensor& x,
              const framework::Tensor& dout, double min, double max,
              framework::Tensor* dx);

}  // namespace paddle::operators::kernels
