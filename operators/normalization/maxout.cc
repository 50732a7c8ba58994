#include "paddle/operators/normalization/maxout.h"

#include <algorithm>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

constexpr int64_t kGrain = 32768;

// The dims: x is seen as [outer, groups, inner], out as [outer, inner].
struct Groups {
  Groups(const Tensor& x, const Tensor& out, int axis)
      : inner(out.dims().Slice(axis + 1, out.rank()).Numel()),
        outer(inner == 0 ? 0 : out.numel() / inner),
        groups(outer == 0 ? 0 : x.numel() / out.numel()) {}

  // Calls body(offset in x, offset in out), in parallel.
  template <typename Body>
  void ForEach(const Body& body) const {
    const int64_t work = groups * inner;
    platform::ParallelFor(outer, kGrain / (work + 1) + 1,
                          [&](int64_t begin, int64_t end) {
                            for (int64_t o = begin; o < end; ++o) {
                              body(o * work, o * inner);
                            }
                          });
  }

  int64_t inner;
  int64_t outer;
  int64_t groups;
};

// Returns the larger of two numbers, and NaN if one of them is.
struct Larger {
  template <typename T>
  T operator()(T a, T b) const {
    using A = Accumulator<T>;
    const A x = static_cast<A>(a), y = static_cast<A>(b);
    return x > y || x != x ? a : b;
  }
};

}  // namespace

template <class Device, class T>
void Maxout(const Device&, const Tensor& x, int axis, Tensor* out) {
  const Groups g(x, *out, axis);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  g.ForEach([=](int64_t in_at, int64_t at) {
    std::copy_n(from + in_at, g.inner, to + at);
    for (int64_t i = 1; i < g.groups; ++i) {
      const T* row = from + in_at + i * g.inner;
      AccumulateRun(g.inner, to + at, Larger(),
                    [=](int64_t j) { return row[j]; });
    }
  });
}

template <class Device, class T>
void MaxoutGrad(const Device&, const Tensor& x, const Tensor& out,
                const Tensor& d_out, int axis, Tensor* d_x) {
  using A = Accumulator<T>;
  const Groups g(x, out, axis);
  const T* from = x.data<T>();
  const T* y = out.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  g.ForEach([=](int64_t in_at, int64_t at) {
    for (int64_t j = 0; j < g.inner; ++j) {
      // Among equal elements only the first: the gradient must not be counted
      // twice.
      bool found = false;
      for (int64_t i = 0; i < g.groups; ++i) {
        const int64_t k = in_at + i * g.inner + j;
        const bool is_max =
            !found && static_cast<A>(from[k]) == static_cast<A>(y[at + j]);
        dx[k] = is_max ? dy[at + j] : T(0);
        found |= is_max;
      }
    }
  });
}

PADDLE_INSTANTIATE(Maxout, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(MaxoutGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
