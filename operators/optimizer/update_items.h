// Updates many parameters on a GPU by one optimizer, in few launches: alone,
// the kernel of a small parameter is shorter than its launch.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/optimizer_loop.h"
#include "paddle/platform/cuda_device_context.h"

namespace paddle::operators::kernels {

// A parameter, with its dense gradient and what a functor keeps for it, in
// memory of a GPU.
template <typename T, typename Functor>
struct UpdateItem {
  int64_t size = 0;  // elements
  const T* grad = nullptr;
  // The parameter and then its states.
  internal::UpdatedData<T> arrays[kNumStates<Functor> + 1] = {};
  StepNumbers<const T, Functor> numbers = {};
  // Receive the numbers of the next step, unless null.
  StepNumbers<T, Functor> next = {};
};

// Updates all items by a functor and the learning rate at `rate`, then advances
// their numbers. The bits are those of UpdateParam and AdvanceNumbers (see
// optimizer_loop.h) for one item after the other. Items share no memory that
// one of them writes, but for a number that all may read and one advances.
// Enqueued on the stream of the device. Defined in update_items.cuh and
// instantiated in .cu sources.
template <typename Functor, typename T>
void UpdateItemsOnCUDA(const platform::CUDADeviceContext& device,
                       const Functor& functor, const T* rate,
                       absl::Span<const UpdateItem<T, Functor>> items);

}  // namespace paddle::operators::kernels
