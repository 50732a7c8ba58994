// The functors of optimizers on GPUs: what is instantiated for each, at
// namespace paddle::operators, in sources that the build writes as ops.bzl
// says.
#pragma once

#include <cstdint>

#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/optimizer_loop.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <typename T, typename Functor>
void AdvanceNumbersOnCUDA(const platform::DeviceContext& device,
                          const FunctorRule<T, Functor>& rule,
                          const StepNumbers<T, Functor>& next) {
  platform::ForEach(device, 1,
                    [=] PADDLE_DEVICE(int64_t) { rule.Advance(next); });
}

}  // namespace paddle::operators::kernels

// Of one type.
#define PADDLE_CUDA_OPTIMIZER_STEP_OF(T, ...)                  \
  PADDLE_CUDA_OPTIMIZER(T, kernels::kNumStates<__VA_ARGS__>,   \
                        kernels::FunctorRule<T, __VA_ARGS__>)  \
  template void kernels::AdvanceNumbersOnCUDA<T, __VA_ARGS__>( \
      const ::paddle::platform::DeviceContext&,                \
      const kernels::FunctorRule<T, __VA_ARGS__>&,             \
      const kernels::StepNumbers<T, __VA_ARGS__>&);

// What a functor does, of all types.
#define PADDLE_CUDA_OPTIMIZER_STEP(...)             \
  PADDLE_CUDA_OPTIMIZER_STEP_OF(float, __VA_ARGS__) \
  PADDLE_CUDA_OPTIMIZER_STEP_OF(double, __VA_ARGS__)
