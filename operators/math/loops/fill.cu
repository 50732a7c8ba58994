#include <cstring>

#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

template <typename Unit>
void FillUnits(const platform::CUDADeviceContext& device, int64_t count,
               const void* pattern, void* to) {
  Unit unit;
  std::memcpy(&unit, pattern, sizeof(unit));
  Unit* units = static_cast<Unit*>(to);
  platform::ForEach(device, count,
                    [=] PADDLE_DEVICE(int64_t i) { units[i] = unit; });
}

}  // namespace

void FillOnCUDA(const platform::CUDADeviceContext& device, const void* element,
                size_t element_size, int64_t count, void* to) {
  // The widest unit is filled with copies of the element, so that any of the
  // narrower ones finds its pattern at the front.
  char pattern[sizeof(Unit16)];
  for (size_t i = 0; i < sizeof(pattern); i += element_size) {
    std::memcpy(pattern + i, element, element_size);
  }
  size_t unit = element_size;
  while (unit < sizeof(pattern) && count % 2 == 0 && IsAligned(to, 2 * unit)) {
    count /= 2;
    unit *= 2;
  }
  WithUnit(unit, [&](auto of_size) {
    FillUnits<decltype(of_size)>(device, count, pattern, to);
  });
}

}  // namespace paddle::operators::kernels
