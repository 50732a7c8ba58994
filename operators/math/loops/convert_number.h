// Conversion of an attribute's number to an element.
#pragma once

#include "paddle/framework/types/number.h"
#include "paddle/operators/math/loops/convert.h"

namespace paddle::operators::kernels {

// Returns `value` as a T, converted from the integer or the double that it
// holds by the rules of Convert (convert.h). An integer does not pass through a
// double, which could not hold it exactly. Does not throw.
template <typename T>
T ConvertNumber(const framework::Number& value) {
  return value.Visit([](auto number) { return Convert<T>(number); });
}

}  // namespace paddle::operators::kernels
