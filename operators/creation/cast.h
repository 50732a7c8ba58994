// Conversion of a tensor to another data type.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Converts x to out's data type by the rules of Convert
// (operators/math/loops/convert.h): saturating from floating point to integers,
// modulo 2^bits between integers, nonzero is true. Any two data types; the dims
// agree. Nothing may share memory unless the types are the same. Device: CPU or
// CUDA.
template <class Device>
void Cast(const Device& device, const framework::Tensor& x,
          framework::Tensor* out);

}  // namespace paddle::operators::kernels
