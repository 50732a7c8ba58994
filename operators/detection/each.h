// Runs functors, which also run on GPUs, on the CPU.
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/platform/device_context.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Calls body(i) for each i in [0, size), in parallel. Code that is compiled for
// every device calls ForEach without a namespace, so that a GPU has that of
// platform/launch.cuh.
template <typename Body>
void ForEach(const platform::CPUDeviceContext&, int64_t size,
             const Body& body) {
  constexpr int64_t kGrain = 1024;
  platform::ParallelFor(size, kGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) body(i);
  });
}

// Calls body(i) for each i in [0, planes), of which each takes about `work`
// steps: few large ones are also shared between threads.
template <class Device, typename Body>
void ForEachPlane(const Device& device, int64_t planes, int64_t work,
                  const Body& body) {
  if constexpr (std::is_same_v<Device, platform::CPUDeviceContext>) {
    constexpr int64_t kGrain = 16384;
    platform::ParallelFor(planes, kGrain / (work + 1) + 1,
                          [&](int64_t begin, int64_t end) {
                            for (int64_t i = begin; i < end; ++i) body(i);
                          });
  } else {
    ForEach(device, planes, body);
  }
}

}  // namespace paddle::operators::kernels
