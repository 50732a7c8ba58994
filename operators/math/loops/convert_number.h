// An attribute's number as an element.
#pragma once

#include "paddle/framework/types/number.h"
#include "paddle/operators/math/loops/convert.h"

namespace paddle::operators::kernels {

// As Convert (convert.h) has it of the integer or the double that `value` is.
template <typename T>
T ConvertNumber(const framework::Number& value) {
  return value.Visit([](auto number) { return Convert<T>(number); });
}

}  // namespace paddle::operators::kernels
