#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/sequence/sequence_enumerate.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void SequenceEnumerate(const Device& device, const Tensor& x, Offsets offsets,
                       int64_t pad_value, Tensor* out) {
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const int64_t width = out->dims()[1];
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const T padding = static_cast<T>(pad_value);
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t r) {
    const int64_t left = sequences.end(sequences.Of(r)) - r;
    for (int64_t j = 0; j < width; ++j) {
      to[r * width + j] = j < left ? from[r + j] : padding;
    }
  });
}

PADDLE_INSTANTIATE(SequenceEnumerate, platform::CUDADeviceContext, int32_t,
                   int64_t);

}  // namespace paddle::operators::kernels
