// Images and volumes as code for GPUs walks through them.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/windows/extent.h"

namespace paddle::operators::kernels {

// `planes` images of `extent`: gives the plane, depth, height and width of an
// element by its number.
inline DeviceNest<4> PlanesNest(int64_t planes, const Extent& extent) {
  return DeviceNest<4>(
      LoopNest<4>(framework::Dims({planes, extent[0], extent[1], extent[2]}),
                  {Strides{1, 0, 0, 0}, Strides{0, 1, 0, 0},
                   Strides{0, 0, 1, 0}, Strides{0, 0, 0, 1}}));
}

}  // namespace paddle::operators::kernels
