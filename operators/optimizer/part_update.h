// The interface of kernels of optimizers that change element by element, for
// the operator that runs those of many parameters in one loop.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/executor/kernel_context.h"

namespace paddle::operators {

// The kernel of an optimizer for a dense gradient. Thread safe.
class PartUpdate {
 public:
  // A kernel of the same class and the arguments of a parameter for it.
  struct Member {
    const PartUpdate* update;
    framework::KernelContext context;
  };

  virtual ~PartUpdate() = default;
  // Returns how many elements the parameter has.
  virtual int64_t CountElements(
      const framework::KernelContext& context) const = 0;
  // Updates elements [begin, end) of the parameter and its states, on the CPU,
  // with the bits of one call for all; `begin` is a multiple of
  // platform::kPieceAlignment, and so is `end` unless it is the last.
  virtual void UpdatePart(const framework::KernelContext& context,
                          int64_t begin, int64_t end) const = 0;
  // Computes the numbers of the next step, once all parts are updated.
  virtual void Advance(const framework::KernelContext& context) const = 0;
  // Updates all members and advances their numbers, on a GPU, in few launches.
  // Members share the learning rate and all attributes with this kernel.
  virtual void UpdateMembers(absl::Span<const Member> members) const = 0;
};

}  // namespace paddle::operators
