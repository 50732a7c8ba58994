// The scan behind check_nan_inf.
#pragma once

#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// Whether an element is NaN or infinite; false for types that have neither.
// FailedPrecondition if the tensor is not initialised. Elements of another
// place are copied to the CPU.
bool HasNonFinite(const Tensor& tensor);

}  // namespace paddle::framework
