#include "paddle/operators/shape/crop_part.h"
#include "paddle/operators/shape/cut_kernel.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using CropKernel = CutKernel<Device, CropPart>;

}  // namespace

REGISTER_OP_KERNEL(crop, CropKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
