#include "paddle/operators/convolution/conv_shift.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Calls body(b, row) for each row of x, in parallel. `row` is a copy that
// continues around the circle, by taps / 2 elements at both ends: the loops
// over it need no modulo and are vectorised.
template <typename T, typename Body>
void ForEachCircle(const platform::CPUDeviceContext&, const Tensor& x,
                   int64_t taps, const Body& body) {
  constexpr int64_t kGrain = 16384;
  const T* from = x.data<T>();
  const int64_t m = x.dims()[1], half = taps / 2;
  platform::ParallelFor(x.dims()[0], kGrain / (m * taps + 1) + 1,
                        [&](int64_t begin, int64_t end) {
                          T* row = ThreadScratch<T>(ScratchSlot::kPiece,
                                                    m + 2 * half);
                          for (int64_t b = begin; b < end; ++b) {
                            const T* line = from + b * m;
                            std::copy(line + m - half, line + m, row);
                            std::copy(line, line + m, row + half);
                            std::copy(line, line + half, row + half + m);
                            body(b, row);
                          }
                        });
}

// out[j] = sum over k of row[j + k] * weight(k).
template <typename T, typename Weight>
void WeighShifts(int64_t m, int64_t taps, const T* row, const Weight& weight,
                 T* out) {
  std::fill_n(out, m, T(0));
  for (int64_t k = 0; k < taps; ++k) {
    const T w = weight(k);
    AssignRun(m, out, [=](int64_t j) { return out[j] + w * row[j + k]; });
  }
}

}  // namespace

template <class Device, class T>
void ConvShift(const Device& context, const Tensor& x, const Tensor& y,
               Tensor* out) {
  const int64_t m = x.dims()[1], taps = y.dims()[1];
  const T* w = y.data<T>();
  T* to = out->mutable_data<T>();
  ForEachCircle<T>(context, x, taps, [=](int64_t b, const T* row) {
    WeighShifts(
        m, taps, row, [=](int64_t k) { return w[b * taps + k]; }, to + b * m);
  });
}

template <class Device, class T>
void ConvShiftGradX(const Device& context, const Tensor& y, const Tensor& d_out,
                    Tensor* d_x) {
  const int64_t m = d_out.dims()[1], taps = y.dims()[1];
  const T* w = y.data<T>();
  T* to = d_x->mutable_data<T>();
  ForEachCircle<T>(context, d_out, taps, [=](int64_t b, const T* row) {
    WeighShifts(
        m, taps, row, [=](int64_t k) { return w[(b + 1) * taps - 1 - k]; },
        to + b * m);
  });
}

template <class Device, class T>
void ConvShiftGradY(const Device& context, const Tensor& x, const Tensor& d_out,
                    Tensor* d_y) {
  const int64_t m = x.dims()[1], taps = d_y->dims()[1];
  const T* dy = d_out.data<T>();
  T* to = d_y->mutable_data<T>();
  ForEachCircle<T>(context, x, taps, [=](int64_t b, const T* row) {
    const T* d = dy + b * m;
    for (int64_t k = 0; k < taps; ++k) {
      to[b * taps + k] = ReduceRun(m, T(0), std::plus<T>(), [=](int64_t j) {
        return d[j] * row[j + k];
      });
    }
  });
}

PADDLE_INSTANTIATE(ConvShift, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(ConvShiftGradX, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(ConvShiftGradY, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
