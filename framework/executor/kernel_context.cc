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

}  // namespace paddle::framework
