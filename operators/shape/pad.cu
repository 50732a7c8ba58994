#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/shape/pad.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <typename T>
void AddBoxOnCUDA(const platform::CUDADeviceContext& device,
                  const LoopNest<2>& nest, const T* from, T* to) {
  const DeviceNest<2> walks(nest);
  platform::ForEach(device, walks.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<2> at = walks(i);
    T* sum = to + at.of[1];
    // float16 and bfloat16 are added in float: one rounding per addition.
    *sum = platform::Narrowed<T>(platform::Widened(*sum) +
                                 platform::Widened(from[at.of[0]]));
  });
}

PADDLE_INSTANTIATE_ONE(AddBoxOnCUDA<platform::float16>);
PADDLE_INSTANTIATE_ONE(AddBoxOnCUDA<platform::bfloat16>);
PADDLE_INSTANTIATE_ONE(AddBoxOnCUDA<float>);
PADDLE_INSTANTIATE_ONE(AddBoxOnCUDA<double>);

}  // namespace paddle::operators::kernels
