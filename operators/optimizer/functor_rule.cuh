// The functors of optimizers on GPUs: what is instantiated for each, at
// namespace paddle::operators, in sources that the build writes as ops.bzl
// says.
#pragma once

#include <cstdint>

#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/optimizer_loop.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <typename Functor, typename T>
void AdvanceNumbersOnCUDA(const platform::CUDADeviceContext& device,
                          const FunctorRule<T, Functor>& rule,
                          const StepNumbers<T, Functor>& next) {
  platform::ForEach(device, 1,
                    [=] PADDLE_DEVICE(int64_t) { rule.Advance(next); });
}

}  // namespace paddle::operators::kernels

// What a functor does, for one type.
#define PADDLE_INSTANTIATE_STEP_OF(T, Functor)                        \
  PADDLE_INSTANTIATE_ONE(                                             \
      kernels::UpdateParamOnCUDA<kernels::FunctorRule<T, Functor>, T, \
                                 kernels::kNumStates<Functor> + 1>);  \
  PADDLE_INSTANTIATE_ONE(kernels::AdvanceNumbersOnCUDA<Functor, T>)

// What a functor does, for all types.
#define PADDLE_INSTANTIATE_STEP(Functor)      \
  PADDLE_INSTANTIATE_STEP_OF(float, Functor); \
  PADDLE_INSTANTIATE_STEP_OF(double, Functor)
