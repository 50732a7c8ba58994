// Implements thrust.cuh on a GPU.
#pragma once

#include <cuda_runtime.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system_error.h>
#include <thrust/unique.h>

#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cuda_status.h"

namespace paddle::platform {

// Calls algorithm(policy), which submits its work to the device's stream and
// takes temporary memory from `scratch`, an allocator of char in memory of the
// device. Does not wait for the work, unless the algorithm returns what a
// kernel has computed. Throws as CheckCUDA does.
template <typename Scratch, typename Algorithm>
void RunThrust(const CUDADeviceContext& device, Scratch& scratch,
               const Algorithm& algorithm) {
  device.Select();
  try {
    // par_nosync: par would wait for the stream after each algorithm.
    algorithm(thrust::cuda::par_nosync(scratch).on(device.stream()));
  } catch (const thrust::system_error& error) {
    CheckCUDA(static_cast<cudaError_t>(error.code().value()), error.what());
  }
}

}  // namespace paddle::platform
