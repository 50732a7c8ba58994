#include <cstdint>

#include "paddle/operators/matrix/finish_rows.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

template <FusedActivation f, typename T>
void Finish(const platform::CUDADeviceContext& device, int64_t size,
            int64_t columns, const T* bias, const T* residual, T* out) {
  using platform::Widened;
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) {
    platform::Accumulator<T> sum = Widened(out[i]);
    if (bias != nullptr) sum += Widened(bias[i % columns]);
    if (residual != nullptr) sum += Widened(residual[i]);
    out[i] = platform::Narrowed<T>(Activated<f>(sum));
  });
}

}  // namespace

template <class Device, class T>
void FinishRows(const Device& device, int64_t rows, int64_t columns,
                FusedActivation f, const T* bias, const T* residual, T* out) {
  WithActivation(f, [&](auto constant) {
    Finish<decltype(constant)::value>(device, rows * columns, columns, bias,
                                      residual, out);
  });
}

PADDLE_INSTANTIATE(FinishRows, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
