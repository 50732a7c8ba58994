#include "paddle/operators/detection/yolo.h"

#include "paddle/operators/detection/yolo_bodies.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

PADDLE_INSTANTIATE(YoloBox, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
