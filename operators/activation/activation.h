// Functions of one tensor, element by element, that integers have a rule of
// their own for.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/operators/activation/exact_scale.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Below, all tensors of a call have the same dims, and an output may share all
// its memory with an input. 16-bit types compute in float.

// out = scale * x + bias. Integers compute exactly if scale and bias are whole,
// else in double, and round towards zero; they stay within the range of T. T:
// floating types, int32_t, int64_t.
template <class Device, class T>
void Scale(const Device& device, const framework::Tensor& x,
           const framework::Number& scale, const framework::Number& bias,
           framework::Tensor* out);

// out = min where x < min, max where x > max, else x. Of integers, bounds are
// rounded towards zero; beyond the range of T they are no bounds. T as for
// Scale.
template <class Device, class T>
void Clip(const Device& device, const framework::Tensor& x,
          const framework::Number& min, const framework::Number& max,
          framework::Tensor* out);
// dx = dout where min <= x <= max, else 0. T: floating types.
template <class Device, class T>
void ClipGrad(const Device& device, const framework::Tensor& x,
              const framework::Tensor& dout, double min, double max,
              framework::Tensor* dx);

}  // namespace paddle::operators::kernels
