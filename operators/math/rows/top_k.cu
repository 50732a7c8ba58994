#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/first_items.cuh"
#include "paddle/operators/math/device/ordering.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/rows/softmax_slices.cuh"
#include "paddle/operators/math/rows/top_k.h"
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
using platform::Team;

template <typename T, typename Before>
struct FindFirst {
  using A = platform::Accumulator<T>;
  int64_t size, stride;
  const T* x;
  int64_t* out;

  template <typename AnyTeam>
  PADDLE_DEVICE void operator()(const AnyTeam& team, int64_t at) const {
    const SliceOf<T> slice{x + at, stride};
    const FirstItem<Before> first;
    Item<A> found{A(0), -1};
    for (int64_t i = team.lane(); i < size; i += team.size()) {
      found = first(found, Item<A>{slice(i), i});
    }
    // Items are totally ordered (ordering.h), so the lanes' results combine to
    // the same one in any order.
    found = team.Reduce(found, first);
    const int64_t outer = at / (size * stride);
    if (team.lane() != 0) return;
    out[outer * stride + (at - outer * size * stride)] = found.index;
  }
};

// A row, and the places of its largest elements.
template <typename T>
struct LargestOfRow {
  using A = platform::Accumulator<T>;
  PADDLE_DEVICE Item<A> Get(int64_t i) const { return {row(i), i}; }
  PADDLE_DEVICE void Put(int64_t place, const Item<A>& item) const {
    values[place] = platform::Narrowed<T>(item.value);
    indices[place] = item.index;
  }
  SliceOf<T> row;
  T* values;
  int64_t* indices;
};

template <typename T, typename Before>
void FirstAlong(const platform::CUDADeviceContext& context, const Tensor& x,
                int axis, Tensor* out) {
  const AxisView v = AxisView::Of(x.dims(), axis);
  ForEachSlice(context, v,
               FindFirst<T, Before>{v.size, v.inner, x.data<T>(),
                                    out->mutable_data<int64_t>()});
}

}  // namespace

template <class Device, class T>
void ArgMax(const Device& context, const Tensor& x, int axis, Tensor* out) {
  FirstAlong<T, Above>(context, x, axis, out);
}

template <class Device, class T>
void ArgMin(const Device& context, const Tensor& x, int axis, Tensor* out) {
  FirstAlong<T, Below>(context, x, axis, out);
}

template <class Device, class T>
void TopK(const Device& context, const Tensor& x, Tensor* out,
          Tensor* indices) {
  const int64_t width = x.dims().at(-1);
  const int64_t k = out->dims().at(-1);
  const T* from = x.data<T>();
  T* values = out->mutable_data<T>();
  int64_t* index = indices->mutable_data<int64_t>();
  platform::ForEachTeam(
      context, out->numel() / k, width, [=] PADDLE_DEVICE(const Team& team) {
        const int64_t row = team.index();
        const LargestOfRow<T> items{
            {from + row * width, 1}, values + row * k, index + row * k};
        PutFirstItems<Above, platform::Accumulator<T>>(team, width, k, items);
      });
}

template <class Device>
void Accuracy(const Device& context, const Tensor& indices, const Tensor& label,
              Workspace workspace, const Hits& out) {
  const int64_t k = indices.dims().at(-1);
  const int64_t rows = label.numel();
  const int64_t* index = indices.data<int64_t>();
  const int64_t* wanted = label.data<int64_t>();
  ReduceAxesOnCUDA<int64_t>(
      context, framework::Dims({rows}), AxisSet().set(), SumReducer(),
      [=] PADDLE_DEVICE(int64_t row, int64_t) {
        for (int64_t i = row * k; i < (row + 1) * k; ++i) {
          if (index[i] == wanted[row]) return int64_t{1};
        }
        return int64_t{0};
      },
      Itself(), workspace, out.correct);
  platform::ForEach(context, 1, [=] PADDLE_DEVICE(int64_t) {
    *out.accuracy = RatioOfHits(*out.correct, rows);
    *out.total = rows;
  });
}

PADDLE_INSTANTIATE(ArgMax, platform::CUDADeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ArgMin, platform::CUDADeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(TopK, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE_ONE(Accuracy<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
