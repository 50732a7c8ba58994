// Finds the plane, depth, row and column of an element of a batch of images or
// volumes, for GPU kernels that run one thread per element.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/windows/extent.h"

namespace paddle::operators::kernels {

// Returns a nest over `planes` images of size `extent`. Its offsets for element
// i, in row-major order, are not addresses but the four indices of the element:
// plane, depth, row and column. Each array has stride 1 along one axis and 0
// along the others, so that the division with remainders that a nest does
// anyway gives one index each.
inline DeviceNest<4> PlanesNest(int64_t planes, const Extent& extent) {
  return DeviceNest<4>(
      LoopNest<4>(framework::Dims({planes, extent[0], extent[1], extent[2]}),
                  {Strides{1, 0, 0, 0}, Strides{0, 1, 0, 0},
                   Strides{0, 0, 1, 0}, Strides{0, 0, 0, 1}}));
}

}  // namespace paddle::operators::kernels
