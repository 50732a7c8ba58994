// Softmax and its logarithm along an axis, in code on GPUs: one loop for both,
// with the formula as a template argument.
//
//   struct Rule {  // made from the SoftmaxSum<A> of a slice
//     A operator()(A x) const;            // out
//     static A Term(A y, A dy);          // the gradient sums it over a slice
//     static A Slope(A y, A dy, A sum);  // the gradient of x
//   };
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/rows/softmax_slices.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"

namespace paddle::operators::kernels {

// Computes a slice of out.
template <typename T, template <typename> class Rule>
struct SoftmaxForward {
  using A = platform::Accumulator<T>;
  int64_t size, stride;
  const T* x;
  T* out;

  template <typename AnyTeam>
  PADDLE_DEVICE void operator()(const AnyTeam& team, int64_t at) const {
    const SliceOf<T> slice{x + at, stride};
    // All lanes of the team get the maximum and the sum; exp is computed again
    // instead of stored, as T may be too narrow to hold it.
    const Rule<A> rule(SumOfSlice(team, size, slice));
    for (int64_t i = team.lane(); i < size; i += team.size()) {
      out[at + i * stride] = platform::Narrowed<T>(rule(slice(i)));
    }
  }
};

// Computes a slice of d_x from those of out and d_out.
template <typename T, template <typename> class Rule>
struct SoftmaxBackward {
  using A = platform::Accumulator<T>;
  int64_t size, stride;
  const T* out;
  const T* d_out;
  T* d_x;

  template <typename AnyTeam>
  PADDLE_DEVICE void operator()(const AnyTeam& team, int64_t at) const {
    const SliceOf<T> y{out + at, stride}, dy{d_out + at, stride};
    const A sum = ReduceByTeam<A>(team, size, SumReducer(), [&](int64_t i) {
      return Rule<A>::Term(y(i), dy(i));
    });
    for (int64_t i = team.lane(); i < size; i += team.size()) {
      d_x[at + i * stride] =
          platform::Narrowed<T>(Rule<A>::Slope(y(i), dy(i), sum));
    }
  }
};

// Computes out from x along an axis.
template <template <typename> class Rule, typename T>
void SoftmaxAlong(const platform::CUDADeviceContext& device,
                  const framework::Tensor& x, int axis,
                  framework::Tensor* out) {
  const AxisView v = AxisView::Of(x.dims(), axis);
  ForEachSlice(device, v,
               SoftmaxForward<T, Rule>{v.size, v.inner, x.data<T>(),
                                       out->mutable_data<T>()});
}

// Computes d_x from out and d_out.
template <template <typename> class Rule, typename T>
void SoftmaxGradAlong(const platform::CUDADeviceContext& device,
                      const framework::Tensor& out,
                      const framework::Tensor& d_out, int axis,
                      framework::Tensor* d_x) {
  const AxisView v = AxisView::Of(out.dims(), axis);
  ForEachSlice(
      device, v,
      SoftmaxBackward<T, Rule>{v.size, v.inner, out.data<T>(), d_out.data<T>(),
                               d_x->mutable_data<T>()});
}

}  // namespace paddle::operators::kernels
