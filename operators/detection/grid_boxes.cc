#include "paddle/operators/detection/grid_boxes.h"

#include "paddle/operators/detection/grid_bodies.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

PADDLE_INSTANTIATE(FillGrid, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
