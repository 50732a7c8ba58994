#include "paddle/operators/shape/cut_kernel.h"
#include "paddle/operators/shape/slice_part.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
using SliceGradKernel = CutGradKernel<Device, SlicePart>;

}  // namespace

REGISTER_OP_KERNEL(slice_grad, SliceGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
