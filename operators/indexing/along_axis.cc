#include "paddle/operators/indexing/along_axis.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/rows/gather.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

constexpr int64_t kGrain = 16384;

// Calls body(first_in_x, first_gathered, columns) in parallel for stretches of
// adjacent columns; element i of column j is at first + i * inner + j in both
// tensors. A thread owns whole columns, so the gradient needs no atomics and
// its sums have a fixed order.
template <typename Body>
void ForEachStretch(const AxisView& x, int64_t picked, const Body& body) {
  const int64_t grain = kGrain / (std::max(x.size, picked) + 1) + 1;
  platform::ParallelFor(
      x.outer * x.inner, grain, [&](int64_t begin, int64_t end) {
        while (begin < end) {  // the columns of one matrix at a time
          const int64_t o = begin / x.inner;
          const int64_t j = begin % x.inner;
          const int64_t columns = std::min(end - begin, x.inner - j);
          body(o * x.size * x.inner + j, o * picked * x.inner + j, columns);
          begin += columns;
        }
      });
}

// Gathers elements as integers of their size: one instantiation for all types
// of that size. The inner loop runs over columns, which are adjacent in memory.
template <typename T>
void Take(const Tensor& x, const AxisView& view, int64_t picked,
          Indices indices, Tensor* out) {
  const T* from = static_cast<const T*>(x.raw_data());
  T* to = static_cast<T*>(out->raw_mutable_data());
  const int64_t inner = view.inner;
  ForEachStretch(view, picked,
                 [=](int64_t in_x, int64_t in_out, int64_t columns) {
                   for (int64_t i = 0; i < picked; ++i) {
                     const int64_t row = in_out + i * inner;
                     for (int64_t j = 0; j < columns; ++j) {
                       to[row + j] = from[in_x + indices[row + j] * inner + j];
                     }
                   }
                 });
}

}  // namespace

template <class Device>
void TakeAlongAxis(const Device&, const Tensor& x, int axis, Indices indices,
                   Tensor* out) {
  const AxisView view = AxisView::Of(x.dims(), axis);
  const int64_t picked = out->dims()[axis];
  switch (framework::SizeOf(x.dtype())) {
    case 1:
      return Take<uint8_t>(x, view, picked, indices, out);
    case 2:
      return Take<uint16_t>(x, view, picked, indices, out);
    case 4:
      return Take<uint32_t>(x, view, picked, indices, out);
    default:
      return Take<uint64_t>(x, view, picked, indices, out);
  }
}

template <class Device, class T>
void TakeAlongAxisGrad(const Device&, Indices indices, const Tensor& dout,
                       int axis, Tensor* dx) {
  const AxisView view = AxisView::Of(dx->dims(), axis);
  const int64_t picked = dout.dims()[axis];
  const T* from = dout.data<T>();
  T* to = dx->mutable_data<T>();
  const int64_t inner = view.inner;
  ForEachStretch(view, picked,
                 [=](int64_t in_x, int64_t in_dout, int64_t columns) {
                   // Clears only the columns of this stretch, while they go
                   // into the cache.
                   for (int64_t i = 0; i < view.size; ++i) {
                     std::fill_n(to + in_x + i * inner, columns, T(0));
                   }
                   for (int64_t i = 0; i < picked; ++i) {
                     const int64_t row = in_dout + i * inner;
                     for (int64_t j = 0; j < columns; ++j) {
                       to[in_x + indices[row + j] * inner + j] += from[row + j];
                     }
                   }
                 });
}

PADDLE_INSTANTIATE(TakeAlongAxisGrad, platform::CPUDeviceContext, float,
                   double);
PADDLE_INSTANTIATE_ONE(TakeAlongAxis<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
