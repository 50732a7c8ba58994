#include "paddle/operators/detection/grid_bodies.h"
#include "paddle/operators/detection/grid_boxes.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

PADDLE_INSTANTIATE(FillGrid, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
