// What a kernel sees while it runs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/framework/scope/variable.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::framework {

// What the operators of one run share.
struct RunState {
  const platform::DeviceContext* device = nullptr;
  memory::Allocator* allocator = nullptr;
  uint64_t seed = 0;
  uint64_t step = 0;
  bool check_nan_inf = false;  // see RunOptions
  Tensor workspace;            // grows to the largest request
};

// Cheap to make; one per operator of a frame. The variables and the state
// outlive it.
class KernelContext {
 public:
  KernelContext(Variable* const* vars, RunState* state, uint64_t op_id)
      : vars_(vars), state_(state), op_id_(op_id) {}

  Variable* var(int argument) const { return vars_[argument]; }
  // All arguments; the same pointer in each run of a frame.
  Variable* const* vars() const { return vars_; }
  const platform::DeviceContext& device() const { return *state_->device; }
  // The device as the one that the kernel is registered for.
  template <class Device>
  const Device& device() const {
    return static_cast<const Device&>(*state_->device);
  }
  // For outputs whose size the kernel finds out itself.
  memory::Allocator* allocator() const { return state_->allocator; }

  // Scratch memory for this call of this kernel only: the next request, of
  // any kernel of the run, reuses it.
  void* Workspace(size_t bytes) const;

  // The stream of random numbers of this operator in this run; `seed`, unless
  // 0, replaces the program's. Of a run that is replayed as a graph, kernels of
  // a GPU ask platform/device_random.h for what it stands for.
  platform::RandomKey random_key(int64_t seed = 0) const;
  RunState* state() const { return state_; }

 private:
  Variable* const* vars_;
  RunState* state_;
  uint64_t op_id_;
};

}  // namespace paddle::framework
