// Conversion of a tensor to another data type.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/small_numbers_convert.h"

namespace paddle::platform {

// Parses "up", "down" or "nearest". Throws InvalidArgument for other names.
inline void ParseAttribute(absl::string_view name, ScaleRounding* value) {
  PADDLE_ENFORCE(name == "up" || name == "down" || name == "nearest",
                 InvalidArgument, "rounding '", name,
                 "', which is up, down or nearest");
  *value = name == "up"     ? ScaleRounding::kUp
           : name == "down" ? ScaleRounding::kDown
                            : ScaleRounding::kNearest;
}

}  // namespace paddle::platform

namespace paddle::operators::kernels {

// Converts x to out's data type by the rules of Convert
// (operators/math/loops/convert.h): saturating from floating point to integers,
// modulo 2^bits between integers, nonzero is true; and by those of
// platform/small_numbers_convert.h. Any two data types; the dims agree. Nothing
// may share memory unless the types are the same. Device: CPU or CUDA.
template <class Device>
void CastRounded(const Device& device, const framework::Tensor& x,
                 platform::SmallRounding rounding, framework::Tensor* out);

// Computes CastRounded between types that are computed with, which round in one
// way.
template <class Device>
void Cast(const Device& device, const framework::Tensor& x,
          framework::Tensor* out);

}  // namespace paddle::operators::kernels
