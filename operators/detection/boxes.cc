#include "paddle/operators/detection/boxes.h"

#include "paddle/operators/detection/box_bodies.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

PADDLE_INSTANTIATE(IouSimilarity, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(CodeBoxes, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
