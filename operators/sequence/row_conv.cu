#include <cstdint>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/rows/sequence_search.cuh"
#include "paddle/operators/sequence/row_conv.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Returns the number of rows from row t to the end of its sequence in the given
// direction, including t.
PADDLE_HOST_DEVICE inline int64_t RowsLeft(const int64_t* offsets,
                                           int64_t count, int64_t t,
                                           int64_t direction) {
  const int64_t sequence = SequenceOfRow(offsets, count, t);
  return direction > 0 ? offsets[sequence + 1] - t : t - offsets[sequence] + 1;
}

// Computes to[t] = the sum over i of filter[i] * from[t + i * direction] within
// the sequence of t, with a thread for each element: neighbouring threads read
// neighbouring columns.
template <typename T>
void Convolve(const platform::CUDADeviceContext& device, const Tensor& from,
              const Tensor& filter, int64_t direction, Offsets offsets,
              Tensor* to) {
  const DeviceCopy copy(device, offsets);
  const int64_t* begins = copy.data();
  const int64_t count = static_cast<int64_t>(offsets.size()) - 1;
  const int64_t width = RowWidth(from), taps = filter.dims()[0];
  const T* x = from.data<T>();
  const T* w = filter.data<T>();
  T* out = to->mutable_data<T>();
  platform::ForEach(device, from.numel(), [=] PADDLE_DEVICE(int64_t e) {
    const int64_t t = e / width, j = e - t * width;
    const int64_t left = RowsLeft(begins, count, t, direction);
    T sum = 0;
    for (int64_t i = 0; i < taps && i < left; ++i) {
      sum += w[i * width + j] * x[e + i * direction * width];
    }
    out[e] = sum;
  });
}

}  // namespace

template <class Device, class T>
void RowConv(const Device& device, const Tensor& x, const Tensor& filter,
             Offsets offsets, Tensor* out) {
  Convolve<T>(device, x, filter, 1, offsets, out);
}

template <class Device, class T>
void RowConvGradX(const Device& device, const Tensor& filter,
                  const Tensor& d_out, Offsets offsets, Tensor* d_x) {
  Convolve<T>(device, d_out, filter, -1, offsets, d_x);
}

// A team sums over the rows for each element of the filter: there are too few
// of them to occupy a GPU with a thread each.
template <class Device, class T>
void RowConvGradFilter(const Device& device, const Tensor& x,
                       const Tensor& d_out, Offsets offsets, Tensor* d_filter) {
  const DeviceCopy copy(device, offsets);
  const int64_t* begins = copy.data();
  const int64_t count = static_cast<int64_t>(offsets.size()) - 1;
  const int64_t width = RowWidth(x), first = offsets.front();
  const int64_t end = offsets.back();
  const T* from = x.data<T>();
  const T* dy = d_out.data<T>();
  T* dw = d_filter->mutable_data<T>();
  const auto body = [=] PADDLE_DEVICE(const platform::Team& team) {
    const int64_t tap = team.index() / width;
    const int64_t j = team.index() - tap * width;
    T sum = 0;
    // Rows whose product with this tap would leave their sequence are skipped:
    // lanes go over the rows of the whole batch, not of a sequence.
    for (int64_t t = first + team.lane(); t + tap < end; t += team.size()) {
      if (tap >= RowsLeft(begins, count, t, 1)) continue;
      sum += dy[t * width + j] * from[(t + tap) * width + j];
    }
    sum = team.Reduce(sum, SumReducer());
    if (team.lane() == 0) dw[team.index()] = sum;
  };
  platform::ForEachTeam(device, d_filter->numel(), end - first, body);
}

PADDLE_INSTANTIATE(RowConv, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(RowConvGradX, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(RowConvGradFilter, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
