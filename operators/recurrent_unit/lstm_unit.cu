#include <cstdint>

#include "paddle/operators/recurrent_unit/lstm_cell.cuh"
#include "paddle/operators/recurrent_unit/lstm_unit.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Loads the arguments of the gates of element j; rows hold i, f, o, g.
template <typename T>
PADDLE_HOST_DEVICE LstmGates<T> LoadGates(const T* row, int64_t d, int64_t j,
                                          T forget_bias) {
  return {row[3 * d + j], row[j], row[d + j] + forget_bias, row[2 * d + j]};
}

}  // namespace

template <class Device, class T>
void LstmUnit(const Device& device, const Tensor& x, const Tensor& c_before,
              double forget_bias, Workspace, Tensor* c, Tensor* h) {
  const int64_t d = c_before.dims()[1];
  const T more = static_cast<T>(forget_bias);
  const T* from = x.data<T>();
  const T* before = c_before.data<T>();
  T* cells = c->mutable_data<T>();
  T* hidden = h->mutable_data<T>();
  platform::ForEach(device, c_before.numel(), [=] PADDLE_DEVICE(int64_t e) {
    const int64_t row = e / d;
    LstmGates<T> gates = LoadGates(from + row * 4 * d, d, e - row * d, more);
    T activated;
    LstmElement<T>().Forward(before[e], &gates, &cells[e], &activated,
                             &hidden[e]);
  });
}

template <class Device, class T>
void LstmUnitGrad(const Device& device, const Tensor& x, const Tensor& c_before,
                  const Tensor& dc, const Tensor& dh, double forget_bias,
                  Workspace, Tensor* dx, Tensor* dc_before) {
  const int64_t d = c_before.dims()[1];
  const T more = static_cast<T>(forget_bias);
  const T* from = x.data<T>();
  const T* before = c_before.data<T>();
  const T* dcell = dc.data<T>();
  const T* dhidden = dh.data<T>();
  T* to = dx == nullptr ? nullptr : dx->mutable_data<T>();
  T* to_before = dc_before == nullptr ? nullptr : dc_before->mutable_data<T>();
  platform::ForEach(device, c_before.numel(), [=] PADDLE_DEVICE(int64_t e) {
    const LstmElement<T> element;
    const int64_t row = e / d, j = e - row * d;
    LstmGates<T> gates = LoadGates(from + row * 4 * d, d, j, more);
    T c, activated, h, flowing = dcell[e];
    element.Forward(before[e], &gates, &c, &activated, &h);
    const LstmGates<T> grads =
        element.Backward(gates, before[e], activated, dhidden[e], &flowing);
    if (to_before != nullptr) to_before[e] = flowing;
    if (to == nullptr) return;
    T* row_grads = to + row * 4 * d + j;
    row_grads[0] = grads.i;
    row_grads[d] = grads.f;
    row_grads[2 * d] = grads.o;
    row_grads[3 * d] = grads.g;
  });
}

PADDLE_INSTANTIATE(LstmUnit, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(LstmUnitGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
