// Elements of one type as elements of another.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out = x converted to out's data type, as Convert (convert.h) defines it; the
// same dims. Any two data types; nothing may share memory unless the types are
// the same.
template <class Device>
void Cast(const Device& device, const framework::Tensor& x,
          framework::Tensor* out);

}  // namespace paddle::operators::kernels
