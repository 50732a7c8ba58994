// The library cuBLAS, for builds with --cuda_math=nvidia.
#pragma once

#include <cublas_v2.h>

#include "absl/functional/function_ref.h"

#include "paddle/platform/cuda_device_context.h"

namespace paddle::platform {

// Internal error, with cuBLAS's words, unless the call succeeded. `what` says
// what was tried.
void CheckCublas(cublasStatus_t status, const char* what);

// Calls `use` with the handle of the context's GPU, which submits to the
// context's stream; one thread at a time, as the handle wants it.
void WithCublas(const CUDADeviceContext& context,
                absl::FunctionRef<void(cublasHandle_t)> use);

}  // namespace paddle::platform
