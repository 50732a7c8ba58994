// Gives access to cuBLAS in builds with --cuda_math=nvidia.
#pragma once

#include <cublas_v2.h>

#include "absl/functional/function_ref.h"

#include "paddle/platform/cuda_device_context.h"

namespace paddle::platform {

// Throws an internal error with cuBLAS's own description unless the call
// succeeded; `what` says what was attempted.
void CheckCublas(cublasStatus_t status, const char* what);

// Calls `use` with the cuBLAS handle of the context's GPU, set to the context's
// stream (while the thread records a graph, the recording stream). One thread
// at a time uses a handle, as cuBLAS requires. The handle has a workspace of
// its own, so equal calls give equal bits and a graph allocates nothing; it
// never rounds float to TF32, and accumulates in the computing type.
void WithCublas(const CUDADeviceContext& context,
                absl::FunctionRef<void(cublasHandle_t)> use);

}  // namespace paddle::platform
