#include "paddle/operators/normalization/norm.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/rows/softmax_axis.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

// Calls row(at, index) for contiguous slices, or lanes(at, index, count) for
// slices that are interleaved; `index` is that of the (first) slice.
template <typename Row, typename Lanes>
void ForEachSlice(const AxisView& v, const Row& row, const Lanes& lanes) {
  if (v.inner != 1) {
    return ForEachLanes(v, [&](int64_t o, int64_t i, int64_t count) {
      lanes(v.At(o, i), o * v.inner + i, count);
    });
  }
  ForEachRowPiece(v.outer, v.size, [&](int64_t begin, int64_t end) {
    for (; begin < end; ++begin) row(begin * v.size, begin);
  });
}

// Computes sums[j] = the sum of term(offset) over the elements of lane j.
template <typename A, typename Term>
void SumLanes(const AxisView& v, int64_t at, int64_t lanes, const Term& term,
              A* sums) {
  std::fill_n(sums, lanes, A(0));
  for (int64_t i = 0; i < v.size; ++i) {
    const int64_t offset = at + i * v.inner;
    AssignRun(lanes, sums,
              [=](int64_t j) { return sums[j] + term(offset + j); });
  }
}

}  // namespace

template <class Device, class T>
void Norm(const Device&, const Tensor& x, int axis, double epsilon, Tensor* out,
          Tensor* norm) {
  using A = Accumulator<T>;
  const AxisView v = AxisView::Of(x.dims(), axis);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  A* norms = norm->mutable_data<A>();
  const auto square = [=](int64_t i) {
    return static_cast<A>(from[i]) * static_cast<A>(from[i]);
  };
  const auto length = [=](A sum) {
    return static_cast<A>(std::sqrt(sum + epsilon));
  };
  // Two loops for two layouts: contiguous slices are vectorised along the
  // slice, interleaved ones across slices.
  const auto row = [=](int64_t at, int64_t index) {
    const A n = length(ReduceRun(v.size, A(0), std::plus<A>(),
                                 [=](int64_t j) { return square(at + j); }));
    norms[index] = n;
    AssignRun(v.size, to + at,
              [=](int64_t j) { return T(static_cast<A>(from[at + j]) / n); });
  };
  const auto lanes = [=](int64_t at, int64_t index, int64_t count) {
    A* n = norms + index;
    SumLanes(v, at, count, square, n);
    for (int64_t j = 0; j < count; ++j) n[j] = length(n[j]);
    for (int64_t i = 0; i < v.size; ++i) {
      const int64_t offset = at + i * v.inner;
      AssignRun(count, to + offset, [=](int64_t j) {
        return T(static_cast<A>(from[offset + j]) / n[j]);
      });
    }
  };
  ForEachSlice(v, row, lanes);
}

template <class Device, class T>
void NormGrad(const Device&, const Tensor& out, const Tensor& norm,
              const Tensor& d_out, int axis, Tensor* d_x) {
  using A = Accumulator<T>;
  const AxisView v = AxisView::Of(out.dims(), axis);
  const T* y = out.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const A* norms = norm.data<A>();
  const auto product = [=](int64_t i) {
    return static_cast<A>(y[i]) * static_cast<A>(dy[i]);
  };
  const auto slope = [=](int64_t i, A dot, A n) {
    return T((static_cast<A>(dy[i]) - static_cast<A>(y[i]) * dot) / n);
  };
  const auto row = [=](int64_t at, int64_t index) {
    const A dot = ReduceRun(v.size, A(0), std::plus<A>(),
                            [=](int64_t j) { return product(at + j); });
    const A n = norms[index];
    AssignRun(v.size, dx + at,
              [=](int64_t j) { return slope(at + j, dot, n); });
  };
  const auto lanes = [=](int64_t at, int64_t index, int64_t count) {
    A dots[kLanes];
    SumLanes(v, at, count, product, dots);
    for (int64_t i = 0; i < v.size; ++i) {
      const int64_t offset = at + i * v.inner;
      AssignRun(count, dx + offset, [&](int64_t j) {
        return slope(offset + j, dots[j], norms[index + j]);
      });
    }
  };
  ForEachSlice(v, row, lanes);
}

PADDLE_INSTANTIATE(Norm, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(NormGrad, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
