#include "paddle/operators/common/all_types.h"
#include "paddle/operators/shape/cut_kernel.h"
#include "paddle/operators/shape/slice_part.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SliceGradKernel final : public CutGradKernel<Device, SlicePart> {
 public:
  using CutGradKernel<Device, SlicePart>::CutGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(slice_grad, SliceGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
