#include <cstdint>

#include "paddle/operators/convolution/conv_finish.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

template <FusedActivation f, typename T>
void Finish(const platform::CUDADeviceContext& device, const TurnedImages& s,
            const T* from, const T* bias, const T* residual, T* out) {
  const int64_t channels = s.channels, pixels = s.pixels;
  platform::ForEach(
      device, s.images * pixels * channels, [=] PADDLE_DEVICE(int64_t i) {
        const int64_t c = i % channels, p = i / channels;
        T sum = from[(p / pixels * channels + c) * pixels + p % pixels];
        if (bias != nullptr) sum += bias[c];
        if (residual != nullptr) sum += residual[i];
        out[i] = Activated<f>(sum);
      });
}

}  // namespace

template <class Device, class T>
void FinishTurned(const Device& device, const TurnedImages& s,
                  FusedActivation f, const T* from, const T* bias,
                  const T* residual, T* out) {
  WithActivation(f, [&](auto constant) {
    Finish<decltype(constant)::value>(device, s, from, bias, residual, out);
  });
}

template <class Device, class T>
void ScaleFilters(const Device& device, int64_t filters, int64_t size,
                  const T* filter, const T* scale, T* out) {
  platform::ForEach(device, filters * size, [=] PADDLE_DEVICE(int64_t i) {
    out[i] = filter[i] * scale[i / size];
  });
}

PADDLE_INSTANTIATE(FinishTurned, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(ScaleFilters, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
