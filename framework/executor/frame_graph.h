// Captures the runs of a frame on a GPU in a CUDA graph once they repeat, and
// replays it: one launch instead of one per kernel.
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
// replayed. A recorded graph is valid for the addresses it was recorded with;
// the contents of the memory may change. Owns the graph. Not thread safe: a
// frame is used by one thread at a time.
class FrameGraph {
 public:
  // Performs one run, with the random numbers of `step`. `addresses` lists the
  // memory that it uses, always in the same order, with null for memory not yet
  // allocated. The first two runs with the same addresses call `submit`: by
  // then every kernel has the scratch memory that it must not allocate while it
  // is recorded. The third one is recorded, if all of its work can be, and
  // later ones replay the recording. If recording fails, for example for lack
  // of memory, runs go on calling `submit` until Reset or new addresses. Throws
  // the errors of `submit`.
  void Run(const platform::DeviceContext& device,
           absl::Span<const void* const> addresses, uint64_t step,
           absl::FunctionRef<void()> submit);

  // Drops the recording. Must be called when the work or the random seed has
  // changed: the graph contains both.
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
