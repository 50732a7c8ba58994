#include "paddle/operators/optimizer/loss_scaling.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <class Device, class T>
void CheckScale(const Device& device, const T* scale, bool* found) {
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    *found = !(*scale > 0 && *scale <= std::numeric_limits<T>::max());
  });
}

template <class Device, class T>
void UnscaleAndCheck(const Device& device, int64_t size, const T* x,
                     const T* scale, T* out, bool* found) {
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) {
    const T result = x[i] / *scale;
    out[i] = result;
    // Threads that write at once write the same.
    if (!(result - result == 0)) *found = true;
  });
}

template <class Device, class T>
void UpdateLossScaling(const Device& device, const LossScalingStep<T>& step) {
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) { step(); });
}

using platform::CUDADeviceContext;
PADDLE_INSTANTIATE(CheckScale, CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(UnscaleAndCheck, CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(UpdateLossScaling, CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
