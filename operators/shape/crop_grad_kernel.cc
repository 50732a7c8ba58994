#include "paddle/operators/common/all_types.h"
#include "paddle/operators/shape/crop_part.h"
#include "paddle/operators/shape/cut_kernel.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CropGradKernel final : public CutGradKernel<Device, CropPart> {
 public:
  using CutGradKernel<Device, CropPart>::CutGradKernel;
};

}  // namespace

REGISTER_OP_KERNEL(crop_grad, CropGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
