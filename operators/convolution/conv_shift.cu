#include <cstdint>

#include "paddle/operators/convolution/conv_shift.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Returns `index` of [-m, 2 m) on a circle of m elements: cheaper than a
// modulo.
PADDLE_HOST_DEVICE inline int64_t OnCircle(int64_t index, int64_t m) {
  return index < 0 ? index + m : index < m ? index : index - m;
}

// Computes out[b, j] = sum over k of x[b, j + direction * (k - n / 2)] * y[b,
// k].
template <typename T>
void WeighShifts(const platform::CUDADeviceContext& device, const Tensor& x,
                 const Tensor& y, int64_t direction, Tensor* out) {
  const int64_t m = x.dims()[1], taps = y.dims()[1];
  const T* from = x.data<T>();
  const T* w = y.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t b = i / m, j = i - b * m;
    T sum = 0;
    for (int64_t k = 0; k < taps; ++k) {
      const int64_t at = OnCircle(j + direction * (k - taps / 2), m);
      sum += from[b * m + at] * w[b * taps + k];
    }
    to[i] = sum;
  });
}

}  // namespace

template <class Device, class T>
void ConvShift(const Device& device, const Tensor& x, const Tensor& y,
               Tensor* out) {
  WeighShifts<T>(device, x, y, 1, out);
}

template <class Device, class T>
void ConvShiftGradX(const Device& device, const Tensor& y, const Tensor& d_out,
                    Tensor* d_x) {
  WeighShifts<T>(device, d_out, y, -1, d_x);
}

template <class Device, class T>
void ConvShiftGradY(const Device& device, const Tensor& x, const Tensor& d_out,
                    Tensor* d_y) {
  const int64_t m = x.dims()[1], taps = d_y->dims()[1];
  const T* from = x.data<T>();
  const T* dy = d_out.data<T>();
  T* to = d_y->mutable_data<T>();
  // A team for each sum, which runs over a row, while there are few sums.
  const auto body = [=] PADDLE_DEVICE(const platform::Team& team) {
    const int64_t b = team.index() / taps, k = team.index() - b * taps;
    T sum = 0;
    for (int64_t j = team.lane(); j < m; j += team.size()) {
      sum += dy[b * m + j] * from[b * m + OnCircle(j + k - taps / 2, m)];
    }
    sum = team.Reduce(sum, SumReducer());
    if (team.lane() == 0) to[team.index()] = sum;
  };
  platform::ForEachTeam(device, d_y->numel(), m, body);
}

PADDLE_INSTANTIATE(ConvShift, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(ConvShiftGradX, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(ConvShiftGradY, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
