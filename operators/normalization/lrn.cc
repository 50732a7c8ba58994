#include "paddle/operators/normalization/lrn.h"

#include <algorithm>

#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/operators/math/rows/softmax_axis.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

// The channels in the window of one, or, mirrored, those whose windows it is
// in.
struct Neighbours {
  Neighbours(const LrnWindow& window, int64_t channels, int64_t c,
             bool mirrored) {
    const int64_t before = (window.size - 1) / 2;
    const int64_t after = window.size / 2;
    begin = std::max<int64_t>(c - (mirrored ? after : before), 0);
    end = std::min(c + (mirrored ? before : after) + 1, channels);
  }
  int64_t begin;
  int64_t end;
};

// Computes out = mid^-beta = exp(-beta * log(mid)) for mid > 0, with vectorised
// functions: std::pow is not.
template <typename A>
void Power(int64_t lanes, double beta, const A* mid, A* out) {
  Log(lanes, mid, out);
  const A factor = static_cast<A>(-beta);
  AssignRun(lanes, out, [=](int64_t j) { return factor * out[j]; });
  Exp(lanes, out, out);
}

}  // namespace

template <class Device, class T>
void Lrn(const Device&, const LrnWindow& window, const Tensor& x, Tensor* out,
         Tensor* mid) {
  using A = Accumulator<T>;
  const AxisView v = AxisView::Of(x.dims(), 1);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  A* mids = mid->mutable_data<A>();
  const A k = static_cast<A>(window.k), alpha = static_cast<A>(window.alpha);
  ForEachLanes(v, [=](int64_t o, int64_t i, int64_t lanes) {
    const int64_t offset = v.At(o, i);
    A powers[kLanes];
    for (int64_t c = 0; c < v.size; ++c) {
      const int64_t at = offset + c * v.inner;
      A* m = mids + at;
      std::fill_n(m, lanes, A(0));
      const Neighbours near(window, v.size, c, /*mirrored=*/false);
      for (int64_t n = near.begin; n < near.end; ++n) {
        const T* row = from + offset + n * v.inner;
        AssignRun(lanes, m, [=](int64_t j) {
          return m[j] + static_cast<A>(row[j]) * static_cast<A>(row[j]);
        });
      }
      AssignRun(lanes, m, [=](int64_t j) { return k + alpha * m[j]; });
      Power(lanes, window.beta, m, powers);
      const T* row = from + at;
      AssignRun(lanes, to + at, [&](int64_t j) {
        return T(static_cast<A>(row[j]) * powers[j]);
      });
    }
  });
}

// Computes the powers and terms of all channels of some lanes first: each is
// read by every channel within reach.
template <class Device, class T>
void LrnGrad(const Device&, const LrnWindow& window, const Tensor& x,
             const Tensor& mid, const Tensor& d_out, Tensor* d_x) {
  using A = Accumulator<T>;
  const AxisView v = AxisView::Of(x.dims(), 1);
  const T* from = x.data<T>();
  const A* mids = mid.data<A>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const A factor = static_cast<A>(2 * window.alpha * window.beta);
  ForEachLanes(v, [=](int64_t o, int64_t i, int64_t lanes) {
    const int64_t offset = v.At(o, i);
    A* powers = ThreadScratch<A>(ScratchSlot::kPiece, 2 * v.size * kLanes);
    A* terms = powers + v.size * kLanes;
    for (int64_t c = 0; c < v.size; ++c) {
      const int64_t at = offset + c * v.inner;
      A* power = powers + c * kLanes;
      Power(lanes, window.beta, mids + at, power);
      AssignRun(lanes, terms + c * kLanes, [=](int64_t j) {
        return static_cast<A>(dy[at + j]) * static_cast<A>(from[at + j]) *
               power[j] / mids[at + j];
      });
    }
    A sum[kLanes];
    for (int64_t c = 0; c < v.size; ++c) {
      std::fill_n(sum, lanes, A(0));
      const Neighbours near(window, v.size, c, /*mirrored=*/true);
      for (int64_t n = near.begin; n < near.end; ++n) {
        const A* term = terms + n * kLanes;
        AssignRun(lanes, sum, [&](int64_t j) { return sum[j] + term[j]; });
      }
      const int64_t at = offset + c * v.inner;
      const A* power = powers + c * kLanes;
      AssignRun(lanes, dx + at, [&](int64_t j) {
        return T(static_cast<A>(dy[at + j]) * power[j] -
                 factor * static_cast<A>(from[at + j]) * sum[j]);
      });
    }
  });
}

PADDLE_INSTANTIATE(Lrn, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(LrnGrad, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
