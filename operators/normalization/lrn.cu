#include <cmath>
#include <cstdint>

#include "paddle/operators/normalization/lrn.h"
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

// The channels within reach of each element's, in a tensor [N, channels,
// inner].
struct Reach {
  Reach(const LrnWindow& window, const Tensor& x, bool mirrored)
      : channels(x.dims()[1]),
        inner(x.dims().Slice(2, x.rank()).Numel()),
        before(mirrored ? window.size / 2 : (window.size - 1) / 2),
        after(mirrored ? (window.size - 1) / 2 : window.size / 2) {}
  // Return the first and the last element in these channels that correspond to
  // element i; the steps between are `inner`.
  PADDLE_HOST_DEVICE int64_t First(int64_t i) const {
    const int64_t channel = i / inner % channels;
    return i - (channel < before ? channel : before) * inner;
  }
  PADDLE_HOST_DEVICE int64_t Last(int64_t i) const {
    const int64_t left = channels - 1 - i / inner % channels;
    return i + (left < after ? left : after) * inner;
  }

  int64_t channels;
  int64_t inner;
  int64_t before;
  int64_t after;
};

}  // namespace

template <class Device, class T>
void Lrn(const Device& device, const LrnWindow& window, const Tensor& x,
         Tensor* out, Tensor* mid) {
  using A = Accumulator<T>;
  const Reach reach(window, x, /*mirrored=*/false);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  A* mids = mid->mutable_data<A>();
  const A k = static_cast<A>(window.k), alpha = static_cast<A>(window.alpha);
  const A power = static_cast<A>(-window.beta);
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t last = reach.Last(i);
    A sum = 0;
    for (int64_t j = reach.First(i); j <= last; j += reach.inner) {
      const A value = platform::Widened(from[j]);
      sum += value * value;
    }
    const A m = k + alpha * sum;
    mids[i] = m;
    to[i] =
        platform::Narrowed<T>(platform::Widened(from[i]) * std::pow(m, power));
  });
}

// Each thread computes the powers of its neighbours again: the window is small,
// and a second array would cost memory as large as x.
template <class Device, class T>
void LrnGrad(const Device& device, const LrnWindow& window, const Tensor& x,
             const Tensor& mid, const Tensor& d_out, Tensor* d_x) {
  using A = Accumulator<T>;
  const Reach reach(window, x, /*mirrored=*/true);
  const T* from = x.data<T>();
  const A* mids = mid.data<A>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const A factor = static_cast<A>(2 * window.alpha * window.beta);
  const A power = static_cast<A>(-window.beta);
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t last = reach.Last(i);
    A sum = 0;
    for (int64_t j = reach.First(i); j <= last; j += reach.inner) {
      sum += platform::Widened(dy[j]) * platform::Widened(from[j]) *
             std::pow(mids[j], power) / mids[j];
    }
    dx[i] = platform::Narrowed<T>(platform::Widened(dy[i]) *
                                      std::pow(mids[i], power) -
                                  factor * platform::Widened(from[i]) * sum);
  });
}

PADDLE_INSTANTIATE(Lrn, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(LrnGrad, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
