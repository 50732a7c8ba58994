#include "paddle/framework/executor/kernel_context.h"

namespace paddle::framework {

void* KernelContext::Workspace(size_t bytes) const {
  Tensor& workspace = state_->workspace;
  if (!workspace.initialized() || workspace.holder()->size() < bytes) {
    workspace.Release();
    workspace.Allocate(Dims({static_cast<int64_t>(bytes)}), DataType::kUInt8,
                       state_->allocator);
  }
  return workspace.raw_mutable_data();
}

platform::RandomKey KernelContext::random_key(int64_t seed) const {
  // The first run has number 1.
  const uint64_t step =
      random_.parts == 1
          ? state_->step
          : (state_->step - 1) * random_.parts + random_.part + 1;
  return {seed != 0 ? static_cast<uint64_t>(seed) : state_->seed, random_.op_id,
          step};
}

}  // namespace paddle::framework
