#include "paddle/framework/executor/frame_graph.h"

#include <algorithm>

namespace paddle::framework {
namespace {

// Runs that are submitted before one is recorded: by then every kernel has the
// scratch memory it needs.
constexpr int kRunsBefore = 2;

}  // namespace

bool FrameGraph::Same(absl::Span<const void* const> addresses) const {
  return std::equal(addresses.begin(), addresses.end(), addresses_.begin(),
                    addresses_.end());
}

void FrameGraph::Reset() {
  graph_.reset();
  repeats_ = 0;
  refused_ = false;
}

void FrameGraph::Run(const platform::DeviceContext& device,
                     absl::Span<const void* const> addresses,
                     absl::FunctionRef<void()> submit) {
  if (!Same(addresses)) {
    graph_.reset();
    repeats_ = 0;
    addresses_.assign(addresses.begin(), addresses.end());
  }
  if (graph_ == nullptr && !refused_ && repeats_++ >= kRunsBefore) {
    graph_ = platform::RecordGraph(device, submit);
    refused_ = graph_ == nullptr;
  }
  if (graph_ != nullptr) {
    graph_->Launch();
  } else {
    submit();
  }
}

}  // namespace paddle::framework
