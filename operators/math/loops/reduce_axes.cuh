// The twins of reduce_axes.h for .cu files.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/reduce_axes.h"
#include "paddle/operators/math/loops/reduce_nest.cuh"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace internal {

inline LoopNest<2> NestOf(const framework::Dims& space, AxisSet axes) {
  return {space, {RowMajorStrides(space), KeptStrides(space, axes)}};
}

// The term of element i, which goes to result o.
template <typename Term>
struct TermOfElement {
  Term term;
  PADDLE_DEVICE auto operator()(const DeviceOffsets<2>& at) const {
    return term(at.of[0], at.of[1]);
  }
};

}  // namespace internal

// How many elements of A the next function asks its workspace for.
inline int64_t ReductionScratchOnCUDA(const framework::Dims& space,
                                      AxisSet axes) {
  return ReductionScratchOnCUDA(internal::NestOf(space, axes),
                                NumResults(space, axes));
}

// out[o] = finish(reducer over term(i, o) of the elements i of `space` that go
// to result o), where terms are of type A, the accumulator of Out. Reducer and
// Finish are as for ReduceNestOnCUDA.
template <typename A, typename Out, typename Reducer, typename Term,
          typename Finish>
void ReduceAxesOnCUDA(const platform::CUDADeviceContext& device,
                      const framework::Dims& space, AxisSet axes,
                      const Reducer& reducer, const Term& term,
                      const Finish& finish, Workspace workspace, Out* out) {
  ReduceNestOnCUDA<A>(device, internal::NestOf(space, axes), reducer,
                      internal::TermOfElement<Term>{term}, finish, workspace,
                      NumResults(space, axes), out);
}

// out[i] = value(i, o), rounded once, for the elements i of `space`, where
// element i goes to result o.
template <typename T, typename Value>
void SpreadAxesOnCUDA(const platform::CUDADeviceContext& device,
                      const framework::Dims& space, AxisSet axes,
                      const Value& value, T* out) {
  const DeviceNest<1> kept(LoopNest<1>(space, {KeptStrides(space, axes)}));
  platform::ForEach(device, kept.total(), [=] PADDLE_DEVICE(int64_t i) {
    out[i] = platform::Narrowed<T>(value(i, kept(i).of[0]));
  });
}

}  // namespace paddle::operators::kernels
