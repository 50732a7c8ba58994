// Replays the runs of a frame on a GPU as one graph when they repeat.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"

#include "paddle/memory/allocator.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_graph.h"

namespace paddle::framework {

// Decides whether a run is submitted operator by operator, recorded, or
// replayed. A recording is valid for the memory it was made with: contents may
// change, addresses may not. Used by one thread at a time.
class FrameGraph {
 public:
  // Performs one run; its random numbers are those of `step`. `addresses` lists
  // the memory it uses, always in the same order, null where there is none yet.
  // Runs with new addresses call `submit`; the third run in a row with the same
  // ones is recorded, if all of its work can be, and replayed from then on.
  // Throws the errors of `submit`. If only the recording fails, as when memory
  // is short, the run is submitted.
  void Run(const platform::DeviceContext& device,
           absl::Span<const void* const> addresses, uint64_t step,
           absl::FunctionRef<void()> submit);

  // Drops the recording; called when the work or the seed has changed.
  void Reset();

  bool recorded() const { return graph_ != nullptr; }

 private:
  bool Same(absl::Span<const void* const> addresses) const;
  void Record(const platform::DeviceContext& device, uint64_t step,
              absl::FunctionRef<void()> submit);
  void Launch(const platform::DeviceContext& device, uint64_t step) const;

  std::vector<const void*> addresses_;
  int repeats_ = 0;       // runs in a row with these addresses
  bool refused_ = false;  // the work cannot be recorded
  std::shared_ptr<memory::Allocation> step_;  // on the GPU, read by graph_
  std::unique_ptr<platform::DeviceGraph> graph_;
};

}  // namespace paddle::framework
