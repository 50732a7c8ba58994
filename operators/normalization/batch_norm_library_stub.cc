#include "paddle/operators/normalization/batch_norm_library.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {

using framework::Tensor;
using platform::DeviceContext;

template <typename T>
bool LibraryBatchNormTrain(const DeviceContext&, const BatchNormShape&,
                           const BatchNormInputs&, double,
                           const BatchNormOutputs&) {
  return false;
}

template <typename T>
bool LibraryBatchNormInfer(const DeviceContext&, const BatchNormShape&,
                           const BatchNormInputs&, double, Tensor*) {
  return false;
}

template <typename T>
bool LibraryBatchNormGrad(const DeviceContext&, const BatchNormShape&,
                          const BatchNormGradInputs&, Tensor*, Tensor*,
                          Tensor*) {
  return false;
}

#define INSTANTIATE(T)                                                         \
  template bool LibraryBatchNormTrain<T>(                                      \
      const DeviceContext&, const BatchNormShape&, const BatchNormInputs&,     \
      double, const BatchNormOutputs&);                                        \
  template bool LibraryBatchNormInfer<T>(                                      \
      const DeviceContext&, const BatchNormShape&, const BatchNormInputs&,     \
      double, Tensor*);                                                        \
  template bool LibraryBatchNormGrad<T>(                                       \
      const DeviceContext&, const BatchNormShape&, const BatchNormGradInputs&, \
      Tensor*, Tensor*, Tensor*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
