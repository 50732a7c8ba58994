#include "paddle/operators/creation/steps.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <typename Element>
void FillElementsOnCUDA(const platform::DeviceContext& device,
                        const Element& element, framework::Tensor* out) {
  using T = decltype(element(0));
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(),
                    [=] PADDLE_DEVICE(int64_t i) { to[i] = element(i); });
}

#define INSTANTIATE(Element)                 \
  template void FillElementsOnCUDA<Element>( \
      const platform::DeviceContext&, const Element&, framework::Tensor*);
INSTANTIATE(StepElement<float>)
INSTANTIATE(StepElement<double>)
INSTANTIATE(StepElement<int32_t>)
INSTANTIATE(StepElement<int64_t>)
INSTANTIATE(BetweenElement<float>)
INSTANTIATE(BetweenElement<double>)

}  // namespace paddle::operators::kernels
