// Builds without code for GPUs.
#include "paddle/operators/collective/scaling.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::internal {

void ScaleOnCUDA(const platform::DeviceContext& device, const Scaling&) {
  PADDLE_THROW(Unavailable, "this build has no code for ",
               device.place().ToString());
}

}  // namespace paddle::operators::internal
