// Tensors where the host can read them.
#pragma once

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// The tensor itself if it is on the CPU, else a copy there: what was submitted
// to its GPU is waited for, and what kernels reported is thrown.
// FailedPrecondition if it is not initialised.
inline Tensor OnCPU(const Tensor& tensor) {
  return tensor.place().is_cpu() ? tensor : Copy(tensor);
}
inline LoDTensor OnCPU(const LoDTensor& tensor) {
  return LoDTensor(OnCPU(static_cast<const Tensor&>(tensor)), tensor.lod());
}

}  // namespace paddle::framework
