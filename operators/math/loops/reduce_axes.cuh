// The functions of reduce_axes.h on GPUs, for .cu files.
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

// Returns the nest of the elements, which advance everywhere, and of the
// results that have them, which do not advance along reduced axes.
inline LoopNest<2> NestOf(const framework::Dims& space, AxisSet axes) {
  return {space, {RowMajorStrides(space), KeptStrides(space, axes)}};
}

// Adapts term(i, o) of element i and result o to the offsets of a nest, whose
// arrays are the elements and the results.
template <typename Term>
struct TermOfElement {
  Term term;
  PADDLE_DEVICE auto operator()(const DeviceOffsets<2>& at) const {
    return term(at.of[0], at.of[1]);
  }
};

}  // namespace internal

// Returns the number of elements of A that ReduceAxesOnCUDA asks its workspace
// for, so that a caller can ask for it together with its own.
inline int64_t ReductionScratchOnCUDA(const framework::Dims& space,
                                      AxisSet axes) {
  return ReductionScratchOnCUDA(internal::NestOf(space, axes),
                                NumResults(space, axes));
}

// Computes out[o] = finish(the reduction of term(i, o) over the elements i of
// result o). Terms are of type A, the accumulator of Out. Reducer and Finish
// are as for ReduceNestOnCUDA; Term is marked PADDLE_DEVICE. A term gets the
// number of its result instead of the value, as threads read through their
// caches anyway.
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

// Computes out[i] = value(i, o), rounded once, for the elements i of `space`,
// where o is the result that has element i. Value is marked PADDLE_DEVICE.
template <typename T, typename Value>
void SpreadAxesOnCUDA(const platform::CUDADeviceContext& device,
                      const framework::Dims& space, AxisSet axes,
                      const Value& value, T* out) {
  // The elements are contiguous, so their index needs no nest.
  const DeviceNest<1> kept(LoopNest<1>(space, {KeptStrides(space, axes)}));
  platform::ForEach(device, kept.total(), [=] PADDLE_DEVICE(int64_t i) {
    out[i] = platform::Narrowed<T>(value(i, kept(i).of[0]));
  });
}

}  // namespace paddle::operators::kernels
