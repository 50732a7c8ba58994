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
// context's stream (that of a graph while the thread records one); one thread
// at a time, as the handle wants it. It has a workspace of its own, so that
// the same call gives the same bits and a graph allocates nothing, never
// rounds float to TF32, and adds up in the type that computes.
void WithCublas(const CUDADeviceContext& context,
                absl::FunctionRef<void(cublasHandle_t)> use);

}  // namespace paddle::platform
