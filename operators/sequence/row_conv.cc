#include "paddle/operators/sequence/row_conv.h"

#include <algorithm>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Computes sums += a * b, elementwise.
template <typename T>
void AddProduct(int64_t width, const T* a, const T* b, T* sums) {
  AssignRun(width, sums, [=](int64_t j) { return sums[j] + a[j] * b[j]; });
}

// Computes to[t] = the sum over i of filter[i] * from[t + i * direction] within
// the sequence of t. The innermost loop runs over columns: it is contiguous in
// all three arrays and vectorizes, whereas taps are few.
template <typename T>
void Convolve(const Tensor& from, const Tensor& filter, int64_t direction,
              Offsets offsets, Tensor* to) {
  const int64_t width = RowWidth(from);
  const int64_t taps = filter.dims()[0];
  const T* x = from.data<T>();
  const T* w = filter.data<T>();
  T* out = to->mutable_data<T>();
  // The work of a row is given, so that short sequences share a task.
  ForEachSequence(
      offsets, width * taps, [&](int64_t, int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
          T* sums = out + t * width;
          std::fill_n(sums, width, T(0));
          const int64_t seen =
              std::min(taps, direction > 0 ? end - t : t - begin + 1);
          for (int64_t i = 0; i < seen; ++i) {
            AddProduct(width, w + i * width, x + (t + i * direction) * width,
                       sums);
          }
        }
      });
}

}  // namespace

template <class Device, class T>
void RowConv(const Device&, const Tensor& x, const Tensor& filter,
             Offsets offsets, Tensor* out) {
  Convolve<T>(x, filter, 1, offsets, out);
}

template <class Device, class T>
void RowConvGradX(const Device&, const Tensor& filter, const Tensor& d_out,
                  Offsets offsets, Tensor* d_x) {
  Convolve<T>(d_out, filter, -1, offsets, d_x);
}

template <class Device, class T>
void RowConvGradFilter(const Device&, const Tensor& x, const Tensor& d_out,
                       Offsets offsets, Tensor* d_filter) {
  const int64_t width = RowWidth(x);
  const T* from = x.data<T>();
  const T* dy = d_out.data<T>();
  T* dw = d_filter->mutable_data<T>();
  const auto sum_tap = [&](int64_t tap) {
    T* sums = dw + tap * width;
    std::fill_n(sums, width, T(0));
    for (size_t s = 1; s < offsets.size(); ++s) {
      for (int64_t t = offsets[s - 1]; t + tap < offsets[s]; ++t) {
        AddProduct(width, dy + t * width, from + (t + tap) * width, sums);
      }
    }
  };
  // One task per tap: each owns its row of the filter, so the sums over all
  // rows need no atomics and keep their order.
  platform::ParallelFor(d_filter->dims()[0], 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) sum_tap(i);
                        });
}

PADDLE_INSTANTIATE(RowConv, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(RowConvGradX, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(RowConvGradFilter, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
