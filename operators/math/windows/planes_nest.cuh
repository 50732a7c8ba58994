// Images and volumes as code on GPUs walks through them.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/windows/extent.h"

namespace paddle::operators::kernels {

// Returns a nest over `planes` images of `extent` whose four offsets are the
// plane, depth, height and width of an element. The strides pick one index
// each: a nest is used as a mere division with remainders.
inline DeviceNest<4> PlanesNest(int64_t planes, const Extent& extent) {
  return DeviceNest<4>(
      LoopNest<4>(framework::Dims({planes, extent[0], extent[1], extent[2]}),
                  {Strides{1, 0, 0, 0}, Strides{0, 1, 0, 0},
                   Strides{0, 0, 1, 0}, Strides{0, 0, 0, 1}}));
}

}  // namespace paddle::operators::kernels
