#include "paddle/framework/distributed/group/device_tree_sum.h"

namespace paddle::distributed {

void CombinePartsOn(const platform::DeviceContext& device,
                    const std::vector<Addition>& additions,
                    absl::Span<void* const> parts, void* result, int64_t count,
                    framework::DataType type, Reduction reduction) {
  if (device.place().is_cuda()) {
    return internal::CombinePartsOnCUDA(device, additions, parts, result, count,
                                        type, reduction);
  }
  CombineParts(additions, parts, result, count, type, reduction);
}

}  // namespace paddle::distributed
