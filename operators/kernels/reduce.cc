#include "paddle/operators/kernels/reduce.h"

#include <algorithm>

#include "paddle/operators/kernels/arithmetic.h"
#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/loop_nest.h"
#include "paddle/operators/kernels/reduce_nest.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// Of what is left of `space` without the axes, walked through `space`.
Strides KeptStrides(const Dims& space, AxisSet axes) {
  Dims kept = space;
  for (int axis = 0; axis < space.rank(); ++axis) {
    if (axes[axis]) kept[axis] = 1;
  }
  return BroadcastStrides(kept, space);
}

// Of each result.
int64_t NumTerms(const Dims& space, AxisSet axes) {
  int64_t terms = 1;
  for (int axis = 0; axis < space.rank(); ++axis) {
    if (axes[axis]) terms *= space[axis];
  }
  return terms;
}

template <typename T, typename Reducer>
void Reduce(const Tensor& x, AxisSet axes, Workspace workspace, Tensor* out) {
  const LoopNest<2> nest(
      x.dims(), {RowMajorStrides(x.dims()), KeptStrides(x.dims(), axes)});
  const T* data = x.data<T>();
  const auto with_term = [data](const auto& offsets, const auto& visit) {
    const T* run = data + offsets[0];
    visit([run](int64_t j) { return run[j]; });
  };
  ReduceNest(nest, Reducer(), with_term, workspace, out->numel(),
             out->mutable_data<T>());
}

// dx = dout * factor, repeated over the axes.
template <typename T>
void Spread(const Tensor& dout, AxisSet axes, T factor, Tensor* dx) {
  const Dims& space = dx->dims();
  const LoopNest<2> nest(space,
                         {KeptStrides(space, axes), RowMajorStrides(space)});
  const T* data = dout.data<T>();
  const bool shared = nest.inner_strides()[0] == 0;
  const auto with_term = [=](const auto& offsets, const auto& visit) {
    const T* run = data + offsets[0];
    if (shared) {
      visit([value = *run * factor](int64_t) { return value; });
    } else {
      visit([=](int64_t j) { return run[j] * factor; });
    }
  };
  internal::AssignNest(nest, with_term, dx->mutable_data<T>());
}

// Which elements of a run are the maximum they were reduced to.
template <typename T>
struct MaximumFinder {
  const T* x;
  const T* maxima;
  bool shared;  // all elements of a run have the same maximum

  // visit(found, value): whether element j is a maximum, and the element of
  // `values`, laid out as the maxima are, that belongs to it.
  template <typename Offsets, typename Visit>
  void operator()(const Offsets& offsets, const T* values,
                  const Visit& visit) const {
    const T* run = x + offsets[0];
    const T* largest = maxima + offsets[1];
    values += offsets[1];
    if (shared) {
      visit([run, top = *largest](int64_t j) { return run[j] == top; },
            Shared<T>{*values});
    } else {
      visit([run, largest](int64_t j) { return run[j] == largest[j]; },
            Consecutive<T>{values});
    }
  }
};

}  // namespace

template <typename T>
void ReduceSum(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "a reduction");
  Reduce<T, SumReducer>(x, axes, workspace, out);
}

template <typename T>
void ReduceMean(const platform::DeviceContext& device, const Tensor& x,
                AxisSet axes, Workspace workspace, Tensor* out) {
  ReduceSum<T>(device, x, axes, workspace, out);
  const T terms = static_cast<T>(NumTerms(x.dims(), axes));
  T* means = out->mutable_data<T>();
  AssignRun(out->numel(), means, [=](int64_t j) { return means[j] / terms; });
}

template <typename T>
void ReduceMax(const platform::DeviceContext& device, const Tensor& x,
               AxisSet axes, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "a reduction");
  Reduce<T, MaxReducer>(x, axes, workspace, out);
}

template <typename T>
void ReduceSumGrad(const platform::DeviceContext& device, const Tensor& dout,
                   AxisSet axes, Tensor* dx) {
  EnforceOnCPU(device, "the gradient of a reduction");
  Spread(dout, axes, T(1), dx);
}

template <typename T>
void ReduceMeanGrad(const platform::DeviceContext& device, const Tensor& dout,
                    AxisSet axes, Tensor* dx) {
  EnforceOnCPU(device, "the gradient of a reduction");
  const int64_t terms = NumTerms(dx->dims(), axes);
  Spread(dout, axes, T(1) / static_cast<T>(terms), dx);
}

template <typename T>
void ReduceMaxGrad(const platform::DeviceContext& device, const Tensor& x,
                   const Tensor& out, const Tensor& dout, AxisSet axes,
                   Workspace workspace, Tensor* dx) {
  EnforceOnCPU(device, "the gradient of a reduction");
  const Dims& space = x.dims();
  const Strides whole = RowMajorStrides(space);
  const Strides kept = KeptStrides(space, axes);
  const int64_t outputs = out.numel();
  const LoopNest<3> counting(space, {whole, kept, kept});
  const int64_t scratch = PartsOf(counting, outputs).count * outputs;
  T* shares = static_cast<T*>(workspace((outputs + scratch) * sizeof(T)));

  // First how many elements are the maximum, then what each of them gets.
  const MaximumFinder<T> finder{x.data<T>(), out.data<T>(),
                                counting.inner_strides()[1] == 0};
  const auto is_largest = [&](const auto& offsets, const auto& visit) {
    finder(offsets, out.data<T>(), [&](auto found, auto) {
      visit([=](int64_t j) { return found(j) ? T(1) : T(0); });
    });
  };
  ReduceNest(
      counting, SumReducer(), is_largest,
      [=](size_t) { return shares + outputs; }, outputs, shares);
  const T* g = dout.data<T>();
  AssignRun(outputs, shares, [=](int64_t j) { return g[j] / shares[j]; });

  const LoopNest<3> spreading(space, {whole, kept, whole});
  const auto gradient = [&](const auto& offsets, const auto& visit) {
    finder(offsets, shares, [&](auto found, auto share) {
      visit([=](int64_t j) { return found(j) ? share[j] : T(0); });
    });
  };
  internal::AssignNest(spreading, gradient, dx->mutable_data<T>());
}

#define INSTANTIATE_FORWARD(T)                                              \
  template void ReduceSum<T>(const platform::DeviceContext&, const Tensor&, \
                             AxisSet, Workspace, Tensor*);                  \
  template void ReduceMax<T>(const platform::DeviceContext&, const Tensor&, \
                             AxisSet, Workspace, Tensor*);
INSTANTIATE_FORWARD(float)
INSTANTIATE_FORWARD(double)
INSTANTIATE_FORWARD(int32_t)
INSTANTIATE_FORWARD(int64_t)

#define INSTANTIATE_FLOATING(T)                                               \
  template void ReduceMean<T>(const platform::DeviceContext&, const Tensor&,  \
                              AxisSet, Workspace, Tensor*);                   \
  template void ReduceSumGrad<T>(const platform::DeviceContext&,              \
                                 const Tensor&, AxisSet, Tensor*);            \
  template void ReduceMeanGrad<T>(const platform::DeviceContext&,             \
                                  const Tensor&, AxisSet, Tensor*);           \
  template void ReduceMaxGrad<T>(const platform::DeviceContext&,              \
                                 const Tensor&, const Tensor&, const Tensor&, \
                                 AxisSet, Workspace, Tensor*);
INSTANTIATE_FLOATING(float)
INSTANTIATE_FLOATING(double)

}  // namespace paddle::operators::kernels
