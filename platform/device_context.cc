#include "paddle/platform/device_context.h"

#include "paddle/platform/enforce.h"

namespace paddle::platform {

const DeviceContext& DeviceContextOf(Place place) {
  static const CPUDeviceContext* const cpu = new CPUDeviceContext;
  switch (place.kind()) {
    case PlaceKind::kCPU:
    case PlaceKind::kCUDAPinned:  // host memory, which the CPU works on
      return *cpu;
    case PlaceKind::kCUDA:
      return internal::CUDADeviceContextOf(place.device());
  }
  PADDLE_THROW(Internal, "unknown place ", place.ToString());
}

}  // namespace paddle::platform
