#include "paddle/operators/detection/yolo.h"
#include "paddle/operators/detection/yolo_bodies.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

PADDLE_INSTANTIATE(YoloBox, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
