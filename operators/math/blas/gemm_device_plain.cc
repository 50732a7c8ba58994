#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {

template <typename T>
void GemmOnCUDA(const platform::DeviceContext& device, const DeviceGemm<T>& g) {
  PlainGemm(device, g);
}

#define INSTANTIATE(T)                                        \
  template void GemmOnCUDA<T>(const platform::DeviceContext&, \
                              const DeviceGemm<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
