#include "paddle/operators/detection/roi.h"

#include "paddle/operators/detection/roi_bodies.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

PADDLE_INSTANTIATE(RoiAlign, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(RoiAlignGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(RoiAlignMax, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(RoiPool, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(RoiPoolGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
