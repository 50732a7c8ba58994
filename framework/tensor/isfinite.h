// Checks tensors for NaN and infinity, for the option check_nan_inf.
#pragma once

#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// True if an element is NaN or infinite; false for types that have neither.
// Throws FailedPrecondition if the tensor is not initialized. A tensor on a GPU
// is copied to the CPU first, which waits for the GPU.
bool HasNonFinite(const Tensor& tensor);

}  // namespace paddle::framework
