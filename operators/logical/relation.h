// Questions about elements: comparisons and logic, answered by bool.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// kAnd and kOr are of bool; "either, but not both" is kNotEqual of bool.
enum class Relation {
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
};

// out = x relation y, of type bool, element by element; x and y broadcast by
// NumPy's rule to out's dims. NaN is unequal to everything, and neither less
// nor greater. Nothing may share memory. T: every data type for comparisons,
// bool for kAnd and kOr.
template <class Device, class T, Relation relation>
void Relate(const Device& device, const framework::Tensor& x,
            const framework::Tensor& y, framework::Tensor* out);

// out = not x, of bool. `out` may be x's memory.
template <class Device>
void LogicalNot(const Device& device, const framework::Tensor& x,
                framework::Tensor* out);

}  // namespace paddle::operators::kernels
