#include "paddle/operators/detection/box_bodies.h"
#include "paddle/operators/detection/boxes.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

PADDLE_INSTANTIATE(IouSimilarity, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(CodeBoxes, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
