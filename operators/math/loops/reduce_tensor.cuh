// ReduceTensor of reduce_tensor.h on GPUs, for .cu files. It needs no array of
// wide sums: PartReduction finishes and rounds a sum while it is in a register.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {
namespace internal {

// Adapts a term of a number to ReduceAxesOnCUDA, which asks by index: reads
// element i, widens it and applies the term.
template <typename T, typename Term>
struct TermOfNumber {
  const T* data;
  Term term;
  PADDLE_HOST_DEVICE platform::Accumulator<T> operator()(int64_t i,
                                                         int64_t) const {
    return term(platform::Widened(data[i]));
  }
};

}  // namespace internal

// Computes what ReduceTensor does; Term is marked for GPUs.
template <typename T, typename Reducer, typename Term, typename Finish>
void ReduceTensorOnCUDA(const platform::CUDADeviceContext& device,
                        const framework::Tensor& x, AxisSet axes,
                        const Reducer& reducer, const Term& term,
                        const Finish& finish, Workspace workspace,
                        framework::Tensor* out) {
  using A = platform::Accumulator<T>;
  // Finish is applied inside; the CPU does it in a loop of its own.
  ReduceAxesOnCUDA<A>(device, x.dims(), axes, reducer,
                      internal::TermOfNumber<T, Term>{x.data<T>(), term},
                      finish, workspace, out->mutable_data<T>());
}

}  // namespace paddle::operators::kernels
