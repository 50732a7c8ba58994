#include "paddle/operators/shape/crop_part.h"
#include "paddle/operators/shape/cut_kernel.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using CropGradKernel = CutGradKernel<Device, CropPart>;

}  // namespace

REGISTER_OP_KERNEL(crop_grad, CropGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
