#include <cstdint>

#include "paddle/operators/recurrent_unit/lstm_cell.cuh"
#include "paddle/operators/recurrent_unit/lstm_unit.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::DeviceContext;

// What the gates of element j of a row of [rows, 4D] get: i, f, o, g.
template <typename T>
PADDLE_HOST_DEVICE LstmGates<T> LoadGates(const T* row, int64_t d, int64_t j,
                                          T forget_bias) {
  return {row[3 * d + j], row[j], row[d + j] + forget_bias, row[2 * d + j]};
}

}  // namespace

template <typename T>
void LstmUnitOnCUDA(const DeviceContext& device, const Tensor& x,
                    const Tensor& c_before, double forget_bias, Tensor* c,
                    Tensor* h) {
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

template <typename T>
void LstmUnitGradOnCUDA(const DeviceContext& device, const Tensor& x,
                        const Tensor& c_before, const Tensor& dc,
                        const Tensor& dh, double forget_bias, Tensor* dx,
                        Tensor* dc_before) {
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

#define INSTANTIATE(T)                                                      \
  template void LstmUnitOnCUDA<T>(const DeviceContext&, const Tensor&,      \
                                  const Tensor&, double, Tensor*, Tensor*); \
  template void LstmUnitGradOnCUDA<T>(                                      \
      const DeviceContext&, const Tensor&, const Tensor&, const Tensor&,    \
      const Tensor&, double, Tensor*, Tensor*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace paddle::operators::kernels
