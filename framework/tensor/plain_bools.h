// Normalizes the bytes of bool tensors that come from outside.
#pragma once

#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// Returns `tensor` itself or, if it is a bool tensor on the CPU with bytes
// other than 0 and 1, a copy in which those bytes are 1. C++ does not define
// such a bool: it may count as true in one place and false in another.
Tensor PlainBools(const Tensor& tensor);

}  // namespace paddle::framework
