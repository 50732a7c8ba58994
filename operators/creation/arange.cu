#include "paddle/operators/creation/arange.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <typename Element>
void FillElementsOnCUDA(const platform::CUDADeviceContext& device,
                        const Element& element, framework::Tensor* out) {
  using T = decltype(element(0));
  // The elements are computed on their own, as on the CPU: the same bits.
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(),
                    [=] PADDLE_DEVICE(int64_t i) { to[i] = element(i); });
}

PADDLE_INSTANTIATE_ONE(FillElementsOnCUDA<StepElement<float>>);
PADDLE_INSTANTIATE_ONE(FillElementsOnCUDA<StepElement<double>>);
PADDLE_INSTANTIATE_ONE(FillElementsOnCUDA<StepElement<int32_t>>);
PADDLE_INSTANTIATE_ONE(FillElementsOnCUDA<StepElement<int64_t>>);
PADDLE_INSTANTIATE_ONE(FillElementsOnCUDA<BetweenElement<float>>);
PADDLE_INSTANTIATE_ONE(FillElementsOnCUDA<BetweenElement<double>>);

}  // namespace paddle::operators::kernels
