// The bytes of bool tensors that come from outside.
#pragma once

#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// Returns `tensor` itself; but if it is one of bool, on the CPU, with bytes
// that are neither 0 nor 1, a copy in which those are 1. C++ leaves open what
// any other byte does where a bool is read: it may be true and false at once.
Tensor PlainBools(const Tensor& tensor);

}  // namespace paddle::framework
