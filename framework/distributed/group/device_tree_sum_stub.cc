// Builds without code for GPUs.
#include "paddle/framework/distributed/group/device_tree_sum.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed::internal {

void CombinePartsOnCUDA(const platform::DeviceContext& device,
                        const std::vector<Addition>&, absl::Span<void* const>,
                        void*, int64_t, framework::DataType, Reduction) {
  PADDLE_THROW(Unavailable, "this build has no code for ",
               device.place().ToString());
}

}  // namespace paddle::distributed::internal
