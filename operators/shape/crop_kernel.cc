#include "paddle/operators/common/all_types.h"
#include "paddle/operators/shape/crop_part.h"
#include "paddle/operators/shape/cut_kernel.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CropKernel final : public CutKernel<Device, CropPart> {
 public:
  using CutKernel<Device, CropPart>::CutKernel;
};

}  // namespace

REGISTER_OP_KERNEL(crop, CropKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
