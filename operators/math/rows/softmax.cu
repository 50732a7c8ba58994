#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/rows/softmax.h"
#include "paddle/operators/math/rows/softmax_slices.cuh"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T>
struct Forward {
  using A = platform::Accumulator<T>;
  int64_t size, stride;
  const T* x;
  T* out;

  template <typename AnyTeam>
  PADDLE_DEVICE void operator()(const AnyTeam& team, int64_t at) const {
    const SliceOf<T> slice{x + at, stride};
    // All lanes of the team get the maximum and the sum; exp is computed again
    // instead of stored, as T may be too narrow to hold it.
    const SoftmaxSum<A> all = SumOfSlice(team, size, slice);
    for (int64_t i = team.lane(); i < size; i += team.size()) {
      out[at + i * stride] = platform::Narrowed<T>(all.Exp(slice(i)) / all.sum);
    }
  }
};

template <typename T>
struct Backward {
  using A = platform::Accumulator<T>;
  int64_t size, stride;
  const T* out;
  const T* d_out;
  T* d_x;

  template <typename AnyTeam>
  PADDLE_DEVICE void operator()(const AnyTeam& team, int64_t at) const {
    const SliceOf<T> y{out + at, stride}, dy{d_out + at, stride};
    const A dot = ReduceByTeam<A>(team, size, SumReducer(),
                                  [&](int64_t i) { return y(i) * dy(i); });
    for (int64_t i = team.lane(); i < size; i += team.size()) {
      d_x[at + i * stride] = platform::Narrowed<T>(y(i) * (dy(i) - dot));
    }
  }
};

}  // namespace

template <class Device, class T>
void Softmax(const Device& context, const Tensor& x, int axis, Tensor* out) {
  const AxisView v = AxisView::Of(x.dims(), axis);
  ForEachSlice(
      context, v,
      Forward<T>{v.size, v.inner, x.data<T>(), out->mutable_data<T>()});
}

template <class Device, class T>
void SoftmaxGrad(const Device& context, const Tensor& out, const Tensor& d_out,
                 int axis, Tensor* d_x) {
  const AxisView v = AxisView::Of(out.dims(), axis);
  ForEachSlice(context, v,
               Backward<T>{v.size, v.inner, out.data<T>(), d_out.data<T>(),
                           d_x->mutable_data<T>()});
}

PADDLE_INSTANTIATE(Softmax, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SoftmaxGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
