// Implements thrust.cuh on the CPU.
#pragma once

// Before the first header of Thrust, which would ask for those of CUDA.
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP

#include <thrust/sort.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/unique.h>

#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/emulated_memory.h"
#include "paddle/platform/graph_recording.h"

namespace paddle::platform {

// Calls algorithm(policy), or records the call. The C++ back end allocates on
// the heap what thrust_nvcc.cuh takes from the scratch memory.
template <typename Scratch, typename Algorithm>
void RunThrust(const CUDADeviceContext& device, const Scratch& /*scratch*/,
               const Algorithm& algorithm) {
  device.Select();
  internal::SubmitEmulated([=] {
    const EmulatedMemoryAccess access;
    algorithm(thrust::cpp::par);
  });
}

}  // namespace paddle::platform
