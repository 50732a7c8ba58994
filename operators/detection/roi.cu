#include "paddle/operators/detection/roi.h"
#include "paddle/operators/detection/roi_bodies.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

PADDLE_INSTANTIATE(RoiAlign, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(RoiAlignGrad, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(RoiAlignMax, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(RoiPool, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(RoiPoolGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
