#include "paddle/framework/executor/frame_graph.h"

#include <algorithm>

#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/place.h"

namespace paddle::framework {
namespace {

// The number of runs submitted before one is recorded: by then every kernel has
// allocated its scratch memory, which a recording may not do.
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

void FrameGraph::Record(const platform::DeviceContext& device, uint64_t step,
                        absl::FunctionRef<void()> submit) {
  if (step_ == nullptr) {
    step_ = memory::AllocatorOf(device.place()).Allocate(sizeof(uint64_t));
  }
  try {
    graph_ = platform::RecordGraph(
        device, submit, {static_cast<const uint64_t*>(step_->data()), step});
  } catch (const platform::Error&) {
    // If the run itself is at fault, submitting it throws the error again.
  }
  refused_ = graph_ == nullptr;
}

void FrameGraph::Launch(const platform::DeviceContext& device,
                        uint64_t step) const {
  // The step is read from memory, so that each replay draws other numbers.
  if (graph_->reads_step()) {
    memory::CopyAsync(device.place(), step_->data(), platform::CPUPlace(),
                      &step, sizeof(step));
  }
  graph_->Launch();
}

void FrameGraph::Run(const platform::DeviceContext& device,
                     absl::Span<const void* const> addresses, uint64_t step,
                     absl::FunctionRef<void()> submit) {
  if (!Same(addresses)) {
    graph_.reset();
    repeats_ = 0;
    addresses_.assign(addresses.begin(), addresses.end());
  }
  if (graph_ == nullptr && !refused_ && repeats_++ >= kRunsBefore) {
    Record(device, step, submit);
  }
  if (graph_ != nullptr) {
    Launch(device, step);
  } else {
    submit();
  }
}

}  // namespace paddle::framework
