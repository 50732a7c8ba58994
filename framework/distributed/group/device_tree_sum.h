// Combines what the shards of a job computed on any device.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/tree_sum.h"
#include "paddle/platform/device_context.h"

namespace paddle::distributed {

// Does what CombineParts does, with arrays in memory of the device: the same
// bits on each. On a GPU the work is submitted to the context's stream. Throws
// Unavailable for a GPU in a build without code for them.
void CombinePartsOn(const platform::DeviceContext& device,
                    const std::vector<Addition>& additions,
                    absl::Span<void* const> parts, void* result, int64_t count,
                    framework::DataType type, Reduction reduction);

namespace internal {
// The half for GPUs, in device_tree_sum.cu or device_tree_sum_stub.cc.
void CombinePartsOnCUDA(const platform::DeviceContext& device,
                        const std::vector<Addition>& additions,
                        absl::Span<void* const> parts, void* result,
                        int64_t count, framework::DataType type,
                        Reduction reduction);
}  // namespace internal

}  // namespace paddle::distributed
