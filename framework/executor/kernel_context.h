// The view of a run that kernels get.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/scope/variable.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::framework {

// The state that the operators of one run share.
struct RunState {
  const platform::DeviceContext* device = nullptr;
  memory::Allocator* allocator = nullptr;
  uint64_t seed = 0;
  uint64_t step = 0;
  bool check_nan_inf = false;  // see RunOptions
  Tensor workspace;            // grows to the largest request
};

// Keys an operator's random numbers beside the seed and the run.
struct RandomSource {
  uint64_t op_id = 0;
  // One that computes a part of a run's rows draws what it would if each part
  // were a run of its own.
  uint64_t part = 0;
  uint64_t parts = 1;
};

// The arguments of one operator in a frame, and the state of the run. Cheap to
// make. `vars` and `state` must outlive it.
class KernelContext {
 public:
  KernelContext(Variable* const* vars, RunState* state, RandomSource random)
      : vars_(vars), state_(state), random_(random) {}

  Variable* var(int argument) const { return vars_[argument]; }
  // All arguments; the same pointer in each run of a frame.
  Variable* const* vars() const { return vars_; }
  const platform::DeviceContext& device() const { return *state_->device; }
  // Returns the device as the type that the kernel is registered for.
  template <class Device>
  const Device& device() const {
    return static_cast<const Device&>(*state_->device);
  }
  // Allocates outputs whose size the kernel determines.
  memory::Allocator* allocator() const { return state_->allocator; }

  // Returns scratch memory for this call of this kernel only: the next request
  // of any kernel in the run reuses it.
  void* Workspace(size_t bytes) const;

  // Returns the key of this operator's random numbers in this run; `seed`
  // replaces the program's unless it is 0. In a run that is replayed as a graph
  // the step changes with each replay: kernels on GPUs use
  // platform/device_random.h.
  platform::RandomKey random_key(int64_t seed = 0) const;
  RunState* state() const { return state_; }

 private:
  Variable* const* vars_;
  RunState* state_;
  RandomSource random_;
};

}  // namespace paddle::framework
