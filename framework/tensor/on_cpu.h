// Makes the elements of tensors on any device accessible to host code.
#pragma once

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// Returns the tensor itself if it is on the CPU, else a copy there, after
// waiting for the work of its GPU and throwing what kernels have reported.
// Throws FailedPrecondition if the tensor is not initialized.
inline Tensor OnCPU(const Tensor& tensor) {
  return tensor.place().is_cpu() ? tensor : Copy(tensor);
}
inline LoDTensor OnCPU(const LoDTensor& tensor) {
  return LoDTensor(OnCPU(static_cast<const Tensor&>(tensor)), tensor.lod());
}

}  // namespace paddle::framework
