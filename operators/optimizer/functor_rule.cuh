// Instantiates the functors of optimizers for GPUs. The build writes a .cu
// source for each _optimizer of ops.bzl, which is no more than
//
//   #include "paddle/operators/optimizer/adagrad.h"
//   #include "paddle/operators/optimizer/functor_rule.cuh"
//
//   namespace paddle::operators {
//   PADDLE_INSTANTIATE_STEP(AdagradFunctor);
//   }  // namespace paddle::operators
#pragma once

#include <cstdint>

#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/optimizer_loop.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// One thread computes the numbers, after the kernel that read them: both are in
// one stream.
template <typename Functor, typename T>
void AdvanceNumbersOnCUDA(const platform::CUDADeviceContext& device,
                          const FunctorRule<T, Functor>& rule,
                          const StepNumbers<T, Functor>& next) {
  platform::ForEach(device, 1,
                    [=] PADDLE_DEVICE(int64_t) { rule.Advance(next); });
}

}  // namespace paddle::operators::kernels

// Instantiates the loop and the numbers of a functor for one type.
#define PADDLE_INSTANTIATE_STEP_OF(T, Functor)                        \
  PADDLE_INSTANTIATE_ONE(                                             \
      kernels::UpdateParamOnCUDA<kernels::FunctorRule<T, Functor>, T, \
                                 kernels::kNumStates<Functor> + 1>);  \
  PADDLE_INSTANTIATE_ONE(kernels::AdvanceNumbersOnCUDA<Functor, T>)

// Instantiates a functor for the types of parameters: float and double.
#define PADDLE_INSTANTIATE_STEP(Functor)      \
  PADDLE_INSTANTIATE_STEP_OF(float, Functor); \
  PADDLE_INSTANTIATE_STEP_OF(double, Functor)
