#include <algorithm>
#include <cstdint>

#include "paddle/operators/normalization/maxout.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

// The dims: x is seen as [outer, groups, inner], out as [outer, inner].
struct Groups {
  Groups(const Tensor& x, const Tensor& out, int axis)
      : inner(out.dims().Slice(axis + 1, out.rank()).Numel()),
        groups(x.numel() / std::max<int64_t>(out.numel(), 1)) {}
  // Returns the first of the elements of x that output i is the largest of.
  PADDLE_HOST_DEVICE int64_t First(int64_t i) const {
    return i / inner * groups * inner + i % inner;
  }

  int64_t inner;
  int64_t groups;
};

}  // namespace

template <class Device, class T>
void Maxout(const Device& device, const Tensor& x, int axis, Tensor* out) {
  using A = Accumulator<T>;
  const Groups g(x, *out, axis);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const T* group = from + g.First(i);
    A best = platform::Widened(group[0]);
    for (int64_t j = 1; j < g.groups; ++j) {
      const A value = platform::Widened(group[j * g.inner]);
      if (value > best || value != value) best = value;
    }
    to[i] = platform::Narrowed<T>(best);
  });
}

template <class Device, class T>
void MaxoutGrad(const Device& device, const Tensor& x, const Tensor& out,
                const Tensor& d_out, int axis, Tensor* d_x) {
  using A = Accumulator<T>;
  const Groups g(x, out, axis);
  const T* from = x.data<T>();
  const T* y = out.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  platform::ForEach(device, out.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t first = g.First(i);
    const A best = platform::Widened(y[i]);
    bool found = false;
    for (int64_t j = 0; j < g.groups; ++j) {
      const int64_t k = first + j * g.inner;
      const bool is_first = !found && platform::Widened(from[k]) == best;
      dx[k] = is_first ? dy[i] : platform::Narrowed<T>(A(0));
      found = found || is_first;
    }
  });
}

PADDLE_INSTANTIATE(Maxout, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(MaxoutGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
