// The runs of a frame on a GPU, replayed as one graph when they repeat.
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

// Decides between submitting the work of a run piece by piece, recording it,
// and replaying the recording. A recording holds for the memory it was made
// with: what the addresses point at may change, the addresses may not. Used by
// one thread at a time.
class FrameGraph {
 public:
  // Does the work of one run, whose random numbers are those of `step`.
  // `addresses` is the memory that it uses, always in the same order; null
  // where there is none yet. Runs of new addresses are submitted by `submit`;
  // the third run in a row with the same ones is recorded, if all of its work
  // can be, and replayed from then on. Errors of `submit` come out; where only
  // its recording fails, as memory for it may be short, it is submitted.
  void Run(const platform::DeviceContext& device,
           absl::Span<const void* const> addresses, uint64_t step,
           absl::FunctionRef<void()> submit);

  // Forgets the recording: the work has changed, or the seed of its random
  // numbers.
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
