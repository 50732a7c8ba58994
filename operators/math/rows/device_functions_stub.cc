// The functions of GPUs in builds without code for them.
#include "paddle/operators/math/rows/device_functions.h"

namespace paddle::operators::kernels::internal {

template <>
const DeviceFunctions* FunctionsOf<platform::CUDADeviceContext>() {
  return nullptr;
}

}  // namespace paddle::operators::kernels::internal
